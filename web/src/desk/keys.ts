// The parameter panel's model: which keys of a scene to show, with which control and value.
import type { EngineName, KeyDoc, System } from '../api';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Document = { [key: string]: Json };

export type Control =
  | { readonly kind: 'number'; readonly whole: boolean }
  | { readonly kind: 'select'; readonly options: readonly string[] }
  /// a number, one of some names, or a table (whose keys follow as fields of their own)
  | { readonly kind: 'mixed'; readonly options: readonly string[]; readonly table: string | null };

export interface Field {
  readonly path: string;
  readonly label: string;
  readonly control: Control;
  readonly value: Json | undefined;
  readonly changed: boolean;
  readonly allowed: string;
  readonly help: string;
}

export interface Group {
  readonly title: string;
  readonly path: string;
  readonly fields: readonly Field[];
}

function isTable(value: Json | undefined): value is Document {
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);
}

/// The value behind a dotted path.
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

/// A value in TOML, as overrides want it.
export function toToml(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toToml).join(', ')}]`;
  if (isTable(value)) {
    return `{${Object.entries(value).map(([key, item]) => `${key} = ${toToml(item)}`).join(', ')}}`;
  }
  return String(value);
}

/// What a field shows when its document entry is a table: the control's third way.
export const tableChoice = 'own law';

/// "(law: a, b)" at the end of a key's text: the key exists only for these choices.
function condition(key: KeyDoc): { selector: string; choices: readonly string[] } | null {
  const found = / \((\w+): ([^()]*)\)$/.exec(key.doc);
  return found ? { selector: found[1]!, choices: found[2]!.split(', ') } : null;
}

/// The document's value, or the default where only the table it stands in is written.
function valueOrDefault(key: KeyDoc, document: Document): Json | undefined {
  const value = valueAt(document, key.path);
  if (value !== undefined || key.fallback === '') return value;
  const written = isTable(valueAt(document, parentOf(key.path)));
  return written ? JSON.parse(key.fallback) as Json : undefined;
}

function applies(key: KeyDoc, keys: readonly KeyDoc[], document: Document): boolean {
  const needs = condition(key);
  if (!needs) return true;
  const path = `${parentOf(key.path)}.${needs.selector}`;
  const selector = keys.find((other) => other.path === path);
  const choice = selector && valueOrDefault(selector, document);
  return typeof choice === 'string' && needs.choices.includes(choice);
}

function namesIn(allowed: string): string[] {
  const found = /(?:^|or )(?:one of )?([a-z][\w-]*(?:, [\w-]+)*)(?: or a table)?$/.exec(allowed);
  return found ? found[1]!.split(', ') : [];
}

/// Start values of a table chosen in a mixed field, in TOML.
function tableStart(key: KeyDoc, keys: readonly KeyDoc[]): string | null {
  if (!key.type.includes('a table')) return null;
  const children = keys.filter((other) => parentOf(other.path) === key.path);
  if (children.some((child) => leafOf(child.path) === 'law')) return '{law = "coulomb"}';
  return `{${children.map((child) => `${leafOf(child.path)} = ${child.fallback}`).join(', ')}}`;
}

export function controlOf(key: KeyDoc, keys: readonly KeyDoc[]): Control | null {
  const kinds = key.type.split(' or ');
  const numeric = kinds.includes('a number') || kinds.includes('a whole number');
  if (kinds.includes('a name')) {
    const options = namesIn(key.allowed);
    return numeric
      ? { kind: 'mixed', options, table: tableStart(key, keys) }
      : { kind: 'select', options };
  }
  return numeric ? { kind: 'number', whole: !kinds.includes('a number') } : null;
}

/// Sections that have their own place on the page, or none.
const elsewhere = /^(?:schema|name|balls|shot|rack|hybrid|run\.engine|system\.kind)(?:$|[.[])/;

/// Sections an engine reads.
const poolSections: Record<EngineName, readonly string[]> = {
  event: ['table', 'ball', 'cue', 'physics', 'run'],
  stepped: ['table', 'ball', 'cue', 'physics', 'stepped', 'run'],
  smooth: ['table', 'ball', 'cue', 'smooth', 'physics.gravity', 'run'],
};
const systemSections = ['system', 'smooth', 'physics.gravity', 'run'];

/// A system that is no table has one kind of contact.
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

/// Keys without a default are written only when given; these may be offered all the same.
const optional = /^(?:system\.|table\.(?:preset|cushion_height)$)/;

/// Group and label: "smooth.ball_cloth.friction.v0" is "friction v0" of "smooth.ball_cloth".
function placeOf(path: string): { group: string; label: string } {
  const parts = path.split('.');
  const depth = parts[0] === 'physics' || parts[0] === 'smooth' ? Math.min(2, parts.length - 1) : 1;
  return {
    group: parts.slice(0, depth).join('.'),
    label: parts.slice(depth).join(' ').replaceAll('_', ' '),
  };
}

const titles: Record<string, string> = {
  table: 'Table', ball: 'Balls', cue: 'Cue', physics: 'Gravity', run: 'Run', system: 'System',
  'physics.cloth': 'Cloth', 'physics.ball_ball': 'Ball on ball', 'physics.cushion': 'Cushion',
  'physics.slate': 'Slate', smooth: 'Integration', 'smooth.ball_ball': 'Ball on ball',
  'smooth.ball_cloth': 'Ball on surface', 'smooth.cushion': 'Cushion',
  'smooth.materials': 'Materials', stepped: 'Steps',
};

/// Everything that can be set for this document, in the order of the key table, laws first.
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
    if (value === undefined && !optional.test(key.path)) continue;
    seen.add(key.path);
    const { group, label } = placeOf(key.path);
    const before = valueOrDefault(key, base);
    const fields = groups.get(group) ?? [];
    groups.set(group, fields);
    fields.push({
      path: key.path, label, control, value,
      changed: JSON.stringify(value) !== JSON.stringify(before),
      allowed: key.allowed, help: key.doc,
    });
  }
  const order = (path: string): number => {
    if (path === 'system') return 0;
    return /^(?:physics\.|smooth\.)/.test(path) ? 1 : 2;
  };
  return [...groups]
    .map(([path, fields]) => ({ path, title: titles[path] ?? path, fields }))
    .sort((a, b) => order(a.path) - order(b.path));
}

/// The document with one value put in place, or taken out.
function withValue(document: Document, path: string, value: Json | undefined): Document {
  const copy = structuredClone(document);
  const parent = parentOf(path) === '' ? copy : valueAt(copy, parentOf(path));
  if (!isTable(parent)) return copy;
  if (value === undefined) delete parent[leafOf(path)];
  else parent[leafOf(path)] = structuredClone(value);
  return copy;
}

/// The document with a key as it was in the scene opened. A law comes back with its whole table,
/// since its parameters left with it.
export function restored(document: Document, base: Document, path: string): Document {
  const table = parentOf(path);
  const lawLeft = valueAt(base, path) === undefined && valueAt(base, `${table}.law`) !== undefined;
  const whole = leafOf(path) === 'law' || lawLeft ? table : path;
  return withValue(document, whole, valueAt(base, whole));
}
