// Every law and coefficient as a field, made from the engine's own list of keys.
import type { Engine } from '../api';
import { iconButton } from './controls';
import { h, perFrame } from './dom';
import { documentOf } from './edits';
import { offeredEngines } from './engines';
import { groupsOf, tableChoice, toToml, type Field, type Group, type Json } from './keys';
import type { Session } from './session';
import { changed } from './store';
import { number } from './words';

/// Returns why the value was refused, or null.
type Apply = (value: string) => string | null;

/// An empty field means the value the scene came with.
function numberInput(field: Field, id: string, apply: Apply): HTMLInputElement {
  const value = typeof field.value === 'number' ? number(field.value) : '';
  const input = h('input', {
    id, type: 'text', inputmode: 'decimal', value, placeholder: 'default',
    autocomplete: 'off', spellcheck: 'false',
  });
  input.addEventListener('change', () => apply(input.value.trim()));
  return input;
}

function options(names: readonly string[], chosen: string | null): HTMLOptionElement[] {
  const all = chosen !== null && !names.includes(chosen) ? [chosen, ...names] : names;
  return all.map((name) => h('option', { value: name, selected: name === chosen }, name));
}

function selectInput(field: Field, id: string, names: readonly string[],
                     apply: Apply): HTMLSelectElement {
  const chosen = typeof field.value === 'string' ? field.value : '';
  const select = h('select', { id }, ...options(names, chosen));
  select.addEventListener('change', () => apply(toToml(select.value)));
  return select;
}

/// A number, a name or a table: a choice, and a number field where it is a number.
function mixedInput(field: Field, id: string, apply: Apply): HTMLElement {
  const { control, value } = field;
  if (control.kind !== 'mixed') throw new Error(`${field.path} is not mixed`);
  const asNumber = 'number';
  const kind = typeof value === 'number' ? asNumber : tableChoice;
  const chosen = typeof value === 'string' ? value : kind;
  const names = [asNumber, ...control.options, ...(control.table ? [tableChoice] : [])];
  const select = h('select', { id }, ...options(names, chosen));
  select.addEventListener('change', () => {
    const next = select.value;
    apply(next === asNumber ? '0.05' : next === tableChoice ? control.table! : toToml(next));
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

/// "FILE: KEY: what" without what the field already says.
export function shortRefusal(message: string, path: string): string {
  const at = message.indexOf(`${path}: `);
  return at >= 0 ? message.slice(at + path.length + 2) : message;
}

function row(field: Field, session: Session): HTMLElement {
  const id = `key-${field.path.replaceAll('.', '-')}`;
  const refusal = h('p', { class: 'refusal', role: 'alert', id: `${id}-refusal`, hidden: true });
  const apply = (value: string): string | null => {
    const why = value === '' ? session.resetKey(field.path) : session.setKey(field.path, value);
    refusal.textContent = why === null ? '' : shortRefusal(why, field.path);
    refusal.hidden = why === null;
    return why;
  };
  const input = inputOf(field, id, apply);
  input.setAttribute('aria-describedby', refusal.id);
  const help = `${field.help}\n${field.path}: ${field.allowed}`;
  return h('div', { class: field.changed ? 'field changed' : 'field', title: help },
    h('label', { for: id }, field.label),
    input,
    field.changed
      ? iconButton('reset', `Reset ${field.path}`, () => { session.resetKey(field.path); })
      : h('span', { class: 'no-reset' }),
    refusal);
}

/// What decides which elements there are; if it is the same they stay, so that focus stays too.
function signature(groups: readonly Group[]): string {
  return JSON.stringify(groups.map((group) => group.fields.map((field): Json =>
    [field.path, field.changed, field.value ?? null])));
}

export function makeLawsPanel(session: Session, engine: Engine): HTMLElement {
  const { store } = session;
  const keys = engine.keys();
  const folded = new Set(['table', 'ball', 'cue', 'run', 'physics', 'smooth.materials', 'smooth']);
  const body = h('div', { class: 'groups' });
  const select = h('select', { id: 'engine' }, ...options(offeredEngines(engine), null));
  const refusal = h('p', { class: 'refusal', role: 'alert', hidden: true });
  select.addEventListener('change', () => {
    const why = session.setKey('run.engine', toToml(select.value));
    refusal.textContent = why ?? '';
    refusal.hidden = why === null;
  });
  const choice = h('div', { class: 'field engine-choice' },
    h('label', { for: 'engine' }, 'Engine'), select, refusal);
  const element = h('div', { class: 'panel-body laws' }, choice, body);
  let shownSignature = '';

  function groupElement(group: Group): HTMLElement {
    const changed = group.fields.some((field) => field.changed);
    const details = h('details', { class: 'section', open: !folded.has(group.path) },
      h('summary', {}, group.title, changed ? h('span', { class: 'dot', title: 'changed' }) : null),
      ...group.fields.map((field) => row(field, session)));
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
