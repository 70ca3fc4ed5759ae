// How far small changes of the stroke move the balls, and when they change what happens.
import { InputError, type Limit, type Sensitivity, type StrokeParameter, type Trajectory } from '../api';
import { section } from './controls';
import { h, perFrame } from './dom';
import { length, seconds } from './format';
import type { Session } from './session';
import { changed } from './store';

/// A change that a player could make, in the unit of the key.
interface Step { readonly label: string; readonly size: number; readonly unit: string }
const steps: Readonly<Record<StrokeParameter, Step>> = {
  speed: { label: 'Speed', size: 0.1, unit: ' m/s' },
  heading: { label: 'Heading', size: 0.1, unit: '°' },
  side: { label: 'Side', size: 0.01, unit: ' R' },
  height: { label: 'Height', size: 0.01, unit: ' R' },
  elevation: { label: 'Elevation', size: 1, unit: '°' },
};

/// Where a limit comes from, in words.
function limitText({ kind, t, agents }: Limit): string {
  const [ball, other] = agents.map((name) => name.replaceAll('_', ' '));
  const what = kind === 'near miss' ? `${ball} just misses ${other}`
    : kind === 'hit' ? `${ball} just hits ${other}`
      : `${ball} just reaches ${other}`;
  return `${what} at ${seconds(t)}`;
}

/// How far the balls move if a parameter changes by `size`: the struck ball first, then the other
/// ball that moves most.
function movesText(found: Sensitivity, column: number, size: number, struck: string): string {
  const moves = found.balls.flatMap(({ id, position }) => (position === null ? []
    : [{ id, distance: size * Math.hypot(...position.map((row) => row[column] ?? 0)) }]));
  const own = moves.find(({ id }) => id === struck);
  const most = moves.filter((move) => move !== own && move.distance > 0)
    .sort((a, b) => b.distance - a.distance)[0];
  const parts = [own, most].flatMap((move) => (move ? [`${move.id} by ${length(move.distance)}`] : []));
  return parts.length > 0 ? `moves ${parts.join(', ')}` : 'moves no ball whose answer is known';
}

/// Term and description per parameter, then what is not known.
export function sensitivityLines(run: Trajectory): [string, string][] {
  let found: Sensitivity;
  try {
    found = run.sensitivity();
  } catch (problem) {
    if (problem instanceof InputError) return [['None', problem.message]];
    throw problem;
  }
  const struck = run.scene.balls[run.scene.shot?.ball ?? 0]?.id ?? '';
  const lines = found.parameters.map((name, column): [string, string] => {
    const { label, size, unit } = steps[name];
    const margin = found.margin[name];
    const limit = found.limits[name];
    const title = `${label} +${size}${unit}`;
    const moves = (change: number): string => movesText(found, column, change, struck);
    if (typeof margin !== 'number' || !limit) return [title, `${moves(size)}; no other list of events is near`];
    const range = `within ±${margin.toPrecision(2)}${unit}`;
    // beyond the margin a linear prediction would be of a run that does not happen
    return [title, size < margin ? `${moves(size)}; same events ${range}: ${limitText(limit)}`
      : `changes the events: they are the same only ${range} (${limitText(limit)}), which ${moves(margin)}`];
  });
  const unknown = found.balls.filter(({ position }) => position === null);
  if (unknown.length > 0) {
    const reasons = [...new Set(unknown.map(({ reason }) => reason))].join(', ');
    lines.push(['Not known', `${unknown.map(({ id }) => id).join(', ')} (${reasons})`]);
  }
  return lines;
}

/// A section that is filled while it is open.
export function makeSensitivity({ store }: Session): HTMLElement {
  const list = h('dl', { class: 'figures', id: 'sensitivity' });
  const element = section('Small changes of the stroke', false, list);
  const update = (): void => {
    if (!element.open) return;
    const { run } = store.get();
    const lines: [string, string][] = run ? sensitivityLines(run) : [['None', 'no run yet']];
    list.replaceChildren(...lines.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
  };
  const due = perFrame(update);
  store.on((now, before) => {
    if (changed(now, before, 'run')) due();
  });
  element.addEventListener('toggle', update);
  return element;
}
