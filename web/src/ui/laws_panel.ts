// Every law and coefficient as a field, built from the engine's list of keys.
import type { Engine } from '../api';
import { iconButton } from './controls';
import { h, perFrame } from './dom';
import { documentOf } from './edits';
import { engineOptions } from './engines';
import {
  groupsOf, tableChoice, toToml, type Field, type Group, type Json, type Option,
} from './keys';
import type { Session } from './session';
import { changed } from './store';
import { number } from './format';

/// Applies a value in TOML. Returns why it was rejected, or null.
type Apply = (value: string) => string | null;

/// Applies what was entered; if it is rejected, the control shows the previous value again.
function onChange<E extends HTMLInputElement | HTMLSelectElement>(input: E, apply: Apply,
                                                                  value: () => string): E {
  const inForce = input.value;
  input.addEventListener('change', () => {
    if (apply(value()) !== null) input.value = inForce;
  });
  return input;
}

/// An empty field restores the value of the scene as opened.
function numberInput(field: Field, id: string, apply: Apply): HTMLInputElement {
  const value = typeof field.value === 'number' ? number(field.value) : '';
  const input = h('input', {
    id, type: 'text', inputmode: 'decimal', value, placeholder: 'default',
    autocomplete: 'off', spellcheck: 'false',
  });
  return onChange(input, apply, () => input.value.trim());
}

/// A list of names. Those that are not built are shown but cannot be chosen.
export function selectOf(id: string, options: readonly Option[],
                         chosen: string): HTMLSelectElement {
  const known = options.some(({ name }) => name === chosen);
  const all = known ? options : [{ name: chosen, built: true }, ...options];
  return h('select', { id }, ...all.map(({ name, built }) => h('option', {
    value: name, selected: name === chosen, disabled: !built,
  }, built ? name : `${name} (not built yet)`)));
}

function selectInput(field: Field, id: string, options: readonly Option[],
                     apply: Apply): HTMLSelectElement {
  const select = selectOf(id, options, typeof field.value === 'string' ? field.value : '');
  return onChange(select, apply, () => toToml(select.value));
}

/// What a mixed field shows when the scene leaves it out.
const leftOut = 'default';

/// A number, a name or a table: a choice, and a number field where it is a number.
function mixedInput(field: Field, id: string, apply: Apply): HTMLElement {
  const { control, value } = field;
  if (control.kind !== 'mixed') throw new Error(`${field.path} is not mixed`);
  const asNumber = 'number';
  const given = typeof value === 'number' ? asNumber : tableChoice;
  const kind = value === undefined ? leftOut : given;
  const chosen = typeof value === 'string' ? value : kind;
  const built = (name: string): Option => ({ name, built: true });
  const select = selectOf(id, [
    built(asNumber), ...control.options, ...(control.table ? [built(tableChoice)] : []),
  ], chosen);
  onChange(select, apply, () => {
    if (select.value === leftOut) return '';
    if (select.value === asNumber) return control.start;
    return select.value === tableChoice ? control.table! : toToml(select.value);
  });
  return h('span', { class: 'mixed' }, select,
    chosen === asNumber ? numberInput(field, `${id}-number`, apply) : null);
}

function inputOf(field: Field, id: string, apply: Apply): HTMLElement {
  switch (field.control.kind) {
    case 'number': return numberInput(field, id, apply);
    case 'select': return selectInput(field, id, field.control.options, apply);
    case 'mixed': return mixedInput(field, id, apply);
  }
}

/// The message without file and key, which the field shows anyway.
export function shortRefusal(message: string, path: string): string {
  const at = message.indexOf(`${path}: `);
  return at >= 0 ? message.slice(at + path.length + 2) : message;
}

/// `accepted` is called after every value that was accepted.
function row(field: Field, session: Session, accepted: () => void): HTMLElement {
  const id = `key-${field.path.replaceAll('.', '-')}`;
  const refusal = h('p', { class: 'refusal', role: 'alert', id: `${id}-refusal`, hidden: true });
  const apply = (value: string): string | null => {
    const why = value === '' ? session.resetKey(field.path) : session.setKey(field.path, value);
    refusal.textContent = why === null ? '' : shortRefusal(why, field.path);
    refusal.hidden = why === null;
    if (why === null) accepted();
    return why;
  };
  const input = inputOf(field, id, apply);
  input.setAttribute('aria-describedby', refusal.id);
  const help = `${field.help}\n${field.path}: ${field.allowed}`;
  return h('div', { class: field.changed ? 'field changed' : 'field', title: help },
    h('label', { for: id }, field.label,
      field.unit === '' ? null : h('span', { class: 'unit' }, field.unit)),
    input,
    field.changed
      ? iconButton('reset', `Reset ${field.path}`, () => { session.resetKey(field.path); })
      : h('span', { class: 'no-reset' }),
    refusal);
}

/// What the elements depend on; while it is unchanged they stay, and so does the focus.
function signature(groups: readonly Group[]): string {
  return JSON.stringify(groups.map((group) => group.fields.map((field): Json =>
    [field.path, field.changed, field.value ?? null])));
}

export function makeLawsPanel(session: Session, engine: Engine): HTMLElement {
  const { store } = session;
  const keys = engine.keys();
  const folded = new Set(['table', 'ball', 'cue', 'run', 'physics', 'smooth.materials', 'smooth']);
  const body = h('div', { class: 'groups' });
  const select = selectOf('engine', engineOptions(engine), store.get().scene.engine);
  const refusal = h('p', { class: 'refusal', role: 'alert', hidden: true });
  select.addEventListener('change', () => {
    const why = session.setKey('run.engine', toToml(select.value));
    refusal.textContent = why ?? '';
    refusal.hidden = why === null;
    select.value = store.get().scene.engine;
  });
  const choice = h('div', { class: 'field engine-choice' },
    h('label', { for: 'engine' }, 'Engine'), select, refusal);
  const element = h('div', { class: 'panel-body laws' }, choice, body);
  let shownSignature = '';
  // the fields are then rebuilt, so that they show the scene's values, not what was typed
  const accepted = (): void => { shownSignature = ''; };

  function groupElement(group: Group): HTMLElement {
    const changed = group.fields.some((field) => field.changed);
    const details = h('details', { class: 'section', open: !folded.has(group.path) },
      h('summary', {}, group.title, changed ? h('span', { class: 'dot', title: 'changed' }) : null),
      ...group.fields.map((field) => row(field, session, accepted)));
    details.addEventListener('toggle', () => {
      if (details.open) folded.delete(group.path);
      else folded.add(group.path);
    });
    return details;
  }

  function update(): void {
    const { scene, base } = store.get();
    choice.hidden = scene.system.kind !== 'pool';
    select.value = scene.engine;
    const groups = groupsOf(
      keys, documentOf(scene), documentOf(base), scene.engine, scene.system.kind);
    if (signature(groups) === shownSignature) return;
    shownSignature = signature(groups);
    const focused = document.activeElement?.id ?? '';
    body.replaceChildren(...groups.map(groupElement));
    if (focused.startsWith('key-')) document.getElementById(focused)?.focus();
  }

  const due = perFrame(update);
  store.on((now, before) => {
    if (changed(now, before, 'scene', 'base', 'tab') && now.tab === 'laws') due();
  });
  update();
  return element;
}
