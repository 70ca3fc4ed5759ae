// The model of the law panel: which keys of a scene to show, with which control and value.
import type { EngineName, KeyDoc, System } from '../api';
import { heading } from './format';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Document = { [key: string]: Json };

/// A name to choose; one that is not built is shown but cannot be chosen.
export interface Option { readonly name: string; readonly built: boolean }

export type Control =
  | { readonly kind: 'number'; readonly whole: boolean }
  | { readonly kind: 'select'; readonly options: readonly Option[] }
  /// a number, one of some names, or a table (whose keys follow as fields of their own); `start`
  /// and `table` are what they begin with, in TOML
  | { readonly kind: 'mixed'; readonly options: readonly Option[]; readonly start: string;
      readonly table: string | null };

export interface Field {
  readonly path: string;
  readonly label: string;
  readonly control: Control;
  readonly value: Json | undefined;
  readonly changed: boolean;
  readonly allowed: string;
  readonly help: string;
  readonly unit: string; // "" if dimensionless
}

export interface Group {
  readonly title: string;
  readonly path: string;
  readonly fields: readonly Field[];
}

function isTable(value: Json | undefined): value is Document {
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);
}

/// The value at a dotted path.
export function valueAt(document: Json | undefined, path: string): Json | undefined {
  let node: Json | undefined = document;
  for (const part of path.split('.')) {
    if (!isTable(node)) return undefined;
    node = node[part];
  }
  return node;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), 0));
}

export function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/// A value in TOML, as overrides need it.
export function toToml(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toToml).join(', ')}]`;
  if (isTable(value)) {
    return `{${Object.entries(value).map(([key, item]) => `${key} = ${toToml(item)}`).join(', ')}}`;
  }
  return String(value);
}

/// What a mixed field shows when its value is a table.
export const tableChoice = 'own law';

/// The document's value, or the default if the document has only the table around it.
function valueOrDefault(key: KeyDoc, document: Document): Json | undefined {
  const value = valueAt(document, key.path);
  if (value !== undefined || key.fallback === '') return value;
  const written = isTable(valueAt(document, parentOf(key.path)));
  return written ? JSON.parse(key.fallback) as Json : undefined;
}

function applies(key: KeyDoc, keys: readonly KeyDoc[], document: Document): boolean {
  if (!key.only) return true;
  const path = `${parentOf(key.path)}.${key.only.key}`;
  const selector = keys.find((other) => other.path === path);
  const choice = selector && valueOrDefault(selector, document);
  return typeof choice === 'string' && key.only.values.includes(choice);
}

/// "radius of the patch [m], constant" is in metres.
function unitOf(doc: string): string {
  return /\[([^\]]+)\]/.exec(doc)?.[1] ?? '';
}

function optionsOf(key: KeyDoc): Option[] {
  return key.names.map((name) => ({ name, built: !key.notBuilt.includes(name) }));
}

/// A table chosen in a mixed field starts with its first law, or with the defaults of its keys.
function tableStart(key: KeyDoc, keys: readonly KeyDoc[]): string | null {
  if (!key.kinds.includes('table')) return null;
  const children = keys.filter((other) => parentOf(other.path) === key.path);
  const law = children.find((child) => leafOf(child.path) === 'law');
  const first = law && optionsOf(law).find(({ built }) => built);
  if (first) return `{law = ${toToml(first.name)}}`;
  return `{${children.map((child) => `${leafOf(child.path)} = ${child.fallback}`).join(', ')}}`;
}

export function controlOf(key: KeyDoc, keys: readonly KeyDoc[]): Control | null {
  const whole = key.kinds.includes('integer');
  const numeric = whole || key.kinds.includes('number');
  if (!key.kinds.includes('name')) return numeric ? { kind: 'number', whole } : null;
  const options = optionsOf(key);
  if (!numeric) return { kind: 'select', options };
  const isNumber = /^[-+.\d]/.test(key.fallback);
  return {
    kind: 'mixed', options, start: isNumber ? key.fallback : '0', table: tableStart(key, keys),
  };
}

/// Keys that are set elsewhere on the page or not offered.
const elsewhere = /^(?:schema|name|balls|shot|rack|run\.engine|system\.kind)(?:$|[.[])/;

/// The sections that each engine reads.
const poolSections: Record<EngineName, readonly string[]> = {
  event: ['table', 'ball', 'cue', 'physics', 'run'],
  stepped: ['table', 'ball', 'cue', 'physics', 'stepped', 'run'],
  hybrid: ['table', 'ball', 'cue', 'physics', 'smooth', 'hybrid', 'run'],
  smooth: ['table', 'ball', 'cue', 'physics', 'smooth', 'run'],
};
const systemSections = ['system', 'smooth', 'physics.gravity', 'run'];

/// Contacts that a system does not have.
const unread: Record<System['kind'], readonly string[]> = {
  pool: [],
  'newtons-cradle': [
    'smooth.ball_cloth', 'smooth.cushion', 'smooth.materials.cloth', 'smooth.materials.cushion',
  ],
  'ball-bearing': ['smooth.ball_ball', 'smooth.cushion', 'smooth.materials.cushion'],
  'bouncing-ball': ['smooth.ball_ball', 'smooth.cushion', 'smooth.materials.cushion'],
};

function isRead(path: string, engine: EngineName, system: System['kind']): boolean {
  const below = (section: string): boolean => path.startsWith(`${section}.`) || path === section;
  const sections = system === 'pool' ? poolSections[engine] : systemSections;
  return sections.some(below) && !unread[system].some(below);
}

/// Keys without a default are written only if given; these are always offered. Coefficients of the
/// smooth engine and friction of the slate that are left out are those of the other laws.
const optional = [
  /^system\./, /^table\.(?:preset|cushion_height)$/, /^physics\.slate\.friction$/,
  /^smooth\.(?:ball_ball|ball_cloth|cushion)\.(?:restitution|friction|rolling|spinning)$/,
];

/// Group and label: "smooth.ball_cloth.friction.v0" is "friction v0" of "smooth.ball_cloth".
function placeOf(path: string): { group: string; label: string } {
  const parts = path.split('.');
  const depth = parts[0] === 'physics' || parts[0] === 'smooth' ? Math.min(2, parts.length - 1) : 1;
  return {
    group: parts.slice(0, depth).join('.'),
    label: parts.slice(depth).join(' ').replaceAll('_', ' '),
  };
}

/// Headings of groups whose key is not a good heading.
const titles: Record<string, string> = {
  ball: 'Balls', physics: 'Gravity', smooth: 'Integration', stepped: 'Steps', hybrid: 'Clusters',
  'physics.ball_ball': 'Ball on ball', 'smooth.ball_ball': 'Ball on ball',
  'smooth.ball_cloth': 'Ball on surface',
};

/// Everything that can be set in this document, in the order of the key table, laws first.
export function groupsOf(keys: readonly KeyDoc[], document: Document, base: Document,
                         engine: EngineName, system: System['kind']): Group[] {
  const groups = new Map<string, Field[]>();
  const seen = new Set<string>();
  for (const key of keys) {
    const value = valueOrDefault(key, document);
    const control = controlOf(key, keys);
    if (!control || key.path.includes('[]')) continue;
    if (elsewhere.test(key.path) || !isRead(key.path, engine, system)) continue;
    if (seen.has(key.path) || !applies(key, keys, document)) continue;
    if (value === undefined && !optional.some((pattern) => pattern.test(key.path))) continue;
    seen.add(key.path);
    const { group, label } = placeOf(key.path);
    const before = valueOrDefault(key, base);
    const fields = groups.get(group) ?? [];
    groups.set(group, fields);
    fields.push({
      path: key.path, label, control, value,
      changed: JSON.stringify(value) !== JSON.stringify(before),
      allowed: key.allowed, help: key.doc, unit: unitOf(key.doc),
    });
  }
  const order = (path: string): number => {
    if (path === 'system') return 0;
    return /^(?:physics\.|smooth\.)/.test(path) ? 1 : 2;
  };
  return [...groups]
    .map(([path, fields]) => ({ path, title: titles[path] ?? heading(leafOf(path)), fields }))
    .sort((a, b) => order(a.path) - order(b.path));
}

/// The document with one value set, or removed.
function withValue(document: Document, path: string, value: Json | undefined): Document {
  const copy = structuredClone(document);
  const parent = parentOf(path) === '' ? copy : valueAt(copy, parentOf(path));
  if (!isTable(parent)) return copy;
  if (value === undefined) delete parent[leafOf(path)];
  else parent[leafOf(path)] = structuredClone(value);
  return copy;
}

/// The document with one key as it was in the scene opened. A law is restored with its whole table,
/// since its parameters were removed with it.
export function restored(document: Document, base: Document, path: string): Document {
  const table = parentOf(path);
  const lawLeft = valueAt(base, path) === undefined
    && valueAt(base, `${table}.law`) !== valueAt(document, `${table}.law`);
  const whole = leafOf(path) === 'law' || lawLeft ? table : path;
  return withValue(document, whole, valueAt(base, whole));
}
