// Find a shot: choose what should happen, see the shots that do it, load one.
import { InputError, stride, motions, type Engine, type FoundShot, type FoundShots } from '../api';
import { section, wordButton } from './controls';
import { h, perFrame, show } from './dom';
import { length } from './format';
import { offeredKinds, regionGoal, searchGoal, type Wanted } from './goals';
import { cells, makeRegionMap } from './region_map';
import type { Session } from './session';
import { changed } from './store';
import { makeTablePlan } from './table_plan';

/// Searches for shots in a worker; `onProgress` gets the part done.
export type FindShots = (goal: string, options: {
  onProgress: (part: number) => void; signal: AbortSignal;
}) => Promise<FoundShots>;

const kindNames: Readonly<Record<Wanted['kind'], string>> = {
  pot: 'Pocket a ball', carom: 'Three cushions, two balls', hit: 'Hit a ball first',
};
const zoneRadii = [0.1, 0.2, 0.3];
/// A make region that takes longer waits until changes pause [ms].
const quickRegion = 30;
const pause = 300;

/// Where the tip meets the ball, in words; '' at the centre.
function tipText(side: number, height: number): string {
  const part = (offset: number, more: string, less: string): string[] => (
    Math.abs(offset) < 0.005 ? [] : [`${(100 * Math.abs(offset)).toFixed(0)} % ${offset > 0 ? more : less}`]);
  const parts = [...part(side, 'left', 'right'), ...part(height, 'high', 'low')];
  return parts.length > 0 ? `, tip ${parts.join(', ')}` : '';
}

/// Chance and stroke of a found shot.
export function strokeText({ shot, chance }: FoundShot): string {
  return `${(100 * chance).toFixed(0)} %: ${shot.speed?.toFixed(2)} m/s, ${shot.heading?.toFixed(1)}°`
    + tipText(shot.side ?? 0, shot.height ?? 0);
}

/// What a search came to, in words.
export function resultText({ solutions, miss, simulations }: FoundShots): string {
  const tried = `${simulations.toLocaleString('en')} simulations`;
  return solutions.length === 0
    ? `No shot found in ${tried}; the closest misses by ${length(miss)}.`
    : `${solutions.length} found in ${tried}. The chance is that of a player whose errors have the standard `
      + 'deviations 0.125° of heading, 0.1° of elevation, 0.075 m/s and 0.5 mm at the tip.';
}

function options(select: HTMLSelectElement, entries: readonly (readonly [string, string])[]): void {
  const before = select.value;
  select.replaceChildren(...entries.map(([value, label]) => h('option', { value }, label)));
  if (entries.some(([value]) => value === before)) select.value = before;
}

export function makeFindShot(session: Session, engine: Engine, findShots: FindShots): HTMLElement {
  const { store } = session;
  let wanted: Wanted = { kind: 'pot', ball: '', pocket: '', zone: null };
  let search: AbortController | null = null;
  let cost = 0; // of the last region [ms]
  let timer: ReturnType<typeof setTimeout> | undefined;

  const kind = h('select', { id: 'find-kind', 'aria-label': 'What should happen' });
  const ball = h('select', { id: 'find-ball', 'aria-label': 'Ball' });
  const pocket = h('select', { id: 'find-pocket', 'aria-label': 'Pocket' });
  const radius = h('select', { id: 'find-zone', 'aria-label': 'Where the struck ball stops' },
    h('option', { value: '' }, 'it may stop anywhere'),
    ...zoneRadii.map((r) => h('option', { value: String(r) }, `it stops within ${100 * r} cm of`)));
  const plan = makeTablePlan((x, y) => {
    if (!wanted.zone) return;
    wanted = { ...wanted, zone: { ...wanted.zone, at: [x, y] } };
    update();
  });
  const planBox = h('div', {}, plan.element);
  const map = makeRegionMap();
  const status = h('p', { class: 'hint', id: 'find-status', role: 'status' });
  const list = h('ol', { class: 'shots', id: 'found' });
  const find = wordButton('search', 'Find shots', () => void start(), { id: 'find', class: 'quiet' });
  const form = h('div', { class: 'find' }, kind, ball, pocket, radius, planBox, map.element, find, status, list);
  const nothing = h('p', { class: 'hint' }, 'This needs a table, a shot and another ball.');
  const element = section('Find a shot', false, form, nothing);

  /// The form for the present scene.
  function update(): void {
    if (!element.open) return;
    const { scene } = store.get();
    const kinds = offeredKinds(scene);
    show(form, kinds.length > 0);
    show(nothing, kinds.length === 0);
    if (kinds.length === 0) return;
    options(kind, kinds.map((name) => [name, kindNames[name]]));
    options(ball, scene.balls.filter((_, i) => i !== scene.shot?.ball).map(({ id }) => [id, `ball ${id}`]));
    options(pocket, [['', 'in any pocket'],
      ...scene.table.pockets.map(({ id }) => [id, `in ${id.replaceAll('_', ' ')}`] as const)]);
    const size = Number(radius.value);
    wanted = {
      kind: kind.value as Wanted['kind'], ball: ball.value, pocket: pocket.value,
      zone: radius.value === '' ? null : { at: wanted.zone?.at ?? [0, 0], radius: size },
    };
    show(ball, wanted.kind !== 'carom');
    show(pocket, wanted.kind === 'pot');
    show(planBox, wanted.zone !== null);
    plan.show(scene, wanted.zone);
    mapSoon();
  }

  function drawMap(): void {
    const { scene } = store.get();
    if (!element.open || offeredKinds(scene).length === 0) return;
    const begin = performance.now();
    try {
      map.show(engine.makeRegion(regionGoal(scene, wanted), cells.headings, cells.speeds), '');
    } catch (problem) {
      if (!(problem instanceof InputError)) throw problem;
      map.show(null, problem.message);
    }
    cost = performance.now() - begin;
  }
  const mapDue = perFrame(drawMap);
  function mapSoon(): void {
    clearTimeout(timer);
    if (cost < quickRegion) mapDue();
    else timer = setTimeout(drawMap, pause);
  }

  /// Whether the struck ball falls, too.
  function scratches(found: FoundShot): boolean {
    const { scene } = store.get();
    const overrides = Object.entries(found.shot).map(([key, value]) => `shot.${key}=${value}`);
    const run = engine.simulate(engine.parse(scene.json, 'scene.json', overrides), 'event');
    const motion = motions[run.sample(run.tEnd)[stride * scene.shot!.ball + stride - 1]!];
    run.free();
    return motion === 'pocketed';
  }

  function item(found: FoundShot): HTMLElement {
    const note = scratches(found) ? '; the struck ball is pocketed, too' : '';
    const title = found.usualMiss ? `usual miss: ${found.usualMiss.replaceAll('_', ' ')}` : '';
    const load = (): void => {
      store.set({ mode: 'aim', t: 0, playing: false });
      session.setShot(found.shot);
    };
    return h('li', {}, h('button', { type: 'button', class: 'quiet', title, onclick: load },
      h('strong', {}, strokeText(found)), h('span', {}, found.path.replaceAll('_', ' ') + note)));
  }

  async function start(): Promise<void> {
    search?.abort();
    const mine = new AbortController();
    search = mine;
    list.replaceChildren();
    const { scene } = store.get();
    const onProgress = (part: number): void => { status.textContent = `Searching: ${(100 * part).toFixed(0)} %`; };
    onProgress(0);
    try {
      const found = await findShots(searchGoal(scene, wanted), { onProgress, signal: mine.signal });
      status.textContent = resultText(found);
      list.replaceChildren(...found.solutions.map(item));
    } catch (problem) {
      if (mine.signal.aborted) return;
      status.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }

  /// Shots of another layout or goal are not shown.
  function forget(): void {
    search?.abort();
    list.replaceChildren();
    status.textContent = '';
    update();
  }
  for (const select of [kind, ball, pocket, radius]) select.addEventListener('change', forget);
  element.addEventListener('toggle', update);
  const layout = (scene: Parameters<typeof offeredKinds>[0]): string =>
    JSON.stringify([scene.table, scene.balls, scene.shot?.ball]);
  store.on((now, before) => {
    if (!changed(now, before, 'scene') || !element.open) return;
    if (layout(now.scene) === layout(before.scene)) mapSoon();
    else forget();
  });
  return element;
}
