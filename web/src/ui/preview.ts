// The start of a shot, read from its run.
import { type Path, type Shot, type Trajectory, type Vec3 } from '../api';
import { pointAt } from '../path';
import type { AimPreview } from '../stage/types';

/// The struck ball's path is shown over one cushion, the object ball's for this long [m].
const cushionsShown = 1;
const objectLength = 0.6;

/// The points of a path between two times, ends included.
export function stretch(path: Path, from: number, to: number): Vec3[] {
  if (path.times.length === 0) return [];
  const found: Vec3[] = [pointAt(path, from)];
  path.times.forEach((t, i) => {
    if (t > from && t < to) {
      found.push([path.points[3 * i]!, path.points[3 * i + 1]!, path.points[3 * i + 2]!]);
    }
  });
  found.push(pointAt(path, to));
  return found;
}

/// A path truncated after a length.
export function shortened(points: readonly Vec3[], length: number): Vec3[] {
  const kept: Vec3[] = points.slice(0, 1);
  let left = length;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const d = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    if (d >= left) {
      const mix = (k: 0 | 1 | 2): number => a[k] + left / d * (b[k] - a[k]);
      kept.push([mix(0), mix(1), mix(2)]);
      return kept;
    }
    left -= d;
    kept.push(b);
  }
  return kept;
}

interface FirstContact { readonly t: number; readonly object: number }

/// When the struck ball hits a ball (`object`), falls or has hit enough cushions (`object` -1).
function firstContact(run: Trajectory, ball: number): FirstContact {
  let cushions = 0;
  for (const event of run.events) {
    if (event.ball !== ball && event.other !== ball) continue;
    if (event.type === 'ball-ball') {
      return { t: event.t, object: event.ball === ball ? event.other : event.ball };
    }
    const fell = event.type === 'ball-pocket' || event.type === 'ball-floor';
    if (event.type === 'ball-cushion') cushions++;
    if (fell || cushions > cushionsShown) return { t: event.t, object: -1 };
  }
  return { t: run.tEnd, object: -1 };
}

export function previewOf(shot: Shot, run: Trajectory | null, draw = 0): AimPreview {
  const cue = {
    ball: shot.ball, heading: shot.heading, elevation: shot.elevation,
    side: shot.side, height: shot.height, draw,
  };
  if (!run) return { ...cue, path: [], ghost: null, object: [] };
  const first = firstContact(run, shot.ball);
  const path = stretch(run.path(shot.ball), 0, first.t);
  if (first.object < 0) return { ...cue, path, ghost: null, object: [] };
  const next = run.events.find((event) =>
    event.t > first.t && (event.ball === first.object || event.other === first.object) &&
    event.type.startsWith('ball-'));
  const object = stretch(run.path(first.object), first.t, next?.t ?? run.tEnd);
  const ghost = path[path.length - 1] ?? null;
  return { ...cue, path, ghost, object: shortened(object, objectLength) };
}
