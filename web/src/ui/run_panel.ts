// The run panel: summary, curves, comparison, sensitivity, events.
import { makeChart } from './chart';
import { deviationAt } from './compare';
import { section, wordButton } from './controls';
import { h, perFrame, show } from './dom';
import { makeEventList } from './event_list';
import type { Player } from './player';
import { makeSensitivity } from './sensitivity';
import type { Session } from './session';
import type { PageState } from './state';
import { changed } from './store';
import { length, milliseconds } from './format';

function figures(state: Readonly<PageState>): [string, string][] {
  const { run, wall } = state;
  if (!run) return [['run', state.busy ? 'in progress' : 'none yet']];
  return [
    ['engine', run.engine],
    ['ended', `${run.stop} at ${run.tEnd.toFixed(3)} s`],
    ['events', String(run.cost.events || run.events.length)],
    ...(run.cost.steps > 0 ? [['steps', String(run.cost.steps)] as [string, string]] : []),
    ['computed in', wall > 0 ? milliseconds(wall) : 'unknown time'],
    ['hash', run.hash],
  ];
}

function figureList(session: Session): HTMLElement {
  const list = h('dl', { class: 'figures', id: 'figures' });
  const update = (): void => list.replaceChildren(
    ...figures(session.store.get()).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
  const due = perFrame(update);
  session.store.on((now, before) => {
    if (changed(now, before, 'run', 'busy', 'wall')) due();
  });
  update();
  return list;
}

/// The deviation of the two runs now and when both have ended, as a sentence.
export function deviationText(state: Readonly<PageState>): string {
  const { run, kept, t } = state;
  if (!run || !kept) return '';
  if (run === kept.run) return 'A and B are the same run: change a law, the engine or the shot.';
  const now = deviationAt(run, kept.run, t);
  const last = deviationAt(run, kept.run, Math.max(run.tEnd, kept.run.tEnd));
  if (!now || !last) return 'No ball is in both runs.';
  const resting = run.stop === 'at-rest' && kept.run.stop === 'at-rest';
  return `Largest deviation now: ${length(now.distance)} (ball ${now.id}); `
    + `${resting ? 'at rest' : 'at the end'}: ${length(last.distance)} (ball ${last.id})`;
}

function comparison(session: Session): HTMLElement {
  const { store } = session;
  const keep = wordButton('plus', 'Keep this run as B', session.keep, { id: 'keep', class: 'quiet' });
  const drop = wordButton('close', 'Remove B', session.dropKept, { id: 'drop', class: 'quiet' });
  const label = h('p', { class: 'kept' });
  const text = h('p', { id: 'deviation', role: 'status' });
  const update = (): void => {
    const state = store.get();
    keep.disabled = state.run === null;
    show(drop, state.kept !== null);
    label.textContent = state.kept ? `B: ${state.kept.label}, drawn pale` : '';
    text.textContent = deviationText(state);
  };
  const due = perFrame(update);
  store.on((now, before) => {
    if (changed(now, before, 'run', 'kept', 't')) due();
  });
  update();
  return h('div', { class: 'compare' }, h('div', { class: 'buttons' }, keep, drop), label, text);
}

export function makeRunPanel(session: Session, player: Player): HTMLElement {
  return h('div', { class: 'panel-body' },
    figureList(session),
    section('Curves', true, makeChart(session, player)),
    section('Compare', true, comparison(session)),
    makeSensitivity(session),
    section('Events', true, makeEventList(session, player)));
}
