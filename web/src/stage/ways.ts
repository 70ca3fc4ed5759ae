// The way of a ball as the pieces of a line, revealed up to a time.
import { motions, type Path, type Trajectory, type Vec2, type Vec3, type Table } from '../api';
import { light, motionColour } from './looks';
import { add, distance, dot, scaled, sub } from './plane';

/// Start and end of each piece of a line, with the time at which its end is reached.
export interface Way {
  readonly positions: Float32Array; // x y z of the start, x y z of the end, ...
  readonly times: Float32Array; // of the start of each piece, then the last end
  readonly motion: Uint8Array;
}

/// The path lowered so that a ball on the cloth draws just above it. Rest and jumps, as to the bottom
/// of a pocket, are left out.
export function wayOf(path: Path, radius: number, clearance: number): Way {
  const positions: number[] = [];
  const times: number[] = [];
  const motion: number[] = [];
  const { points } = path;
  for (let i = 0; i + 1 < path.times.length; ++i) {
    if (path.times[i + 1] === path.times[i]) continue;
    const from = points.subarray(3 * i, 3 * i + 3);
    const to = points.subarray(3 * i + 3, 3 * i + 6);
    if (from[0] === to[0] && from[1] === to[1] && from[2] === to[2]) continue;
    positions.push(from[0]!, from[1]!, from[2]! - radius + clearance, to[0]!, to[1]!, to[2]! - radius + clearance);
    times.push(path.times[i]!);
    motion.push(path.motion[i] ?? 0);
  }
  times.push(path.times[path.times.length - 1] ?? 0);
  return { positions: new Float32Array(positions), times: new Float32Array(times), motion: new Uint8Array(motion) };
}

/// How many pieces have begun at time t; the last of them may be unfinished.
export function begun(way: Way, t: number): number {
  let low = 0;
  let high = way.motion.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (way.times[middle]! < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/// Colours of the ends of each piece as red, green and blue light.
export function wayColours(way: Way, colour: string, byMotion: boolean): Float32Array {
  const colours = new Float32Array(6 * way.motion.length);
  way.motion.forEach((m, i) => {
    const [r, g, b] = light(byMotion ? motionColour[motions[m] ?? 'rolling'] : colour);
    colours.set([r, g, b, r, g, b], 6 * i);
  });
  return colours;
}

/// Where a path is at time t, between its points.
export function placeAt(path: Path, t: number): Vec3 {
  const { times, points } = path;
  let i = 0;
  while (i + 2 < times.length && times[i + 1]! <= t) ++i;
  const span = (times[i + 1] ?? 0) - (times[i] ?? 0);
  const s = span > 0 ? Math.min(1, Math.max(0, (t - times[i]!) / span)) : 0;
  const at = (k: number): number => points[3 * i + k]! + s * ((points[3 * i + 3 + k] ?? points[3 * i + k]!) - points[3 * i + k]!);
  return [at(0), at(1), at(2)];
}

/// The point of the table's noses and jaws nearest to p.
export function nearestNose(table: Table, p: Vec2): Vec2 | null {
  let best: Vec2 | null = null;
  const offer = (q: Vec2): void => {
    if (!best || distance(p, q) < distance(p, best)) best = q;
  };
  for (const c of table.cushions) {
    const d = sub(c.to, c.from);
    const s = Math.min(1, Math.max(0, dot(sub(p, c.from), d) / dot(d, d)));
    offer(add(c.from, scaled(s, d)));
  }
  for (const j of table.jaws) {
    const d = sub(p, j.centre);
    offer(add(j.centre, scaled(j.radius / Math.max(1e-9, Math.hypot(d[0], d[1])), d)));
  }
  return best;
}

/// A place where bodies met.
export interface Mark {
  readonly t: number;
  readonly at: Vec3;
  readonly size: number; // radius [m]
  readonly kind: 'ball' | 'cushion' | 'cloth';
}

const quietForce = 50; // contacts weaker than this leave no mark [N]

/// Force makes a mark larger, slowly: the cube root, one ball radius at this force [N].
const fullForce = 4000;

/// Marks of the contacts of a run: those of the smooth engine with their forces, otherwise the
/// impacts among the events.
export function marksOf(run: Trajectory): Mark[] {
  const { balls, table } = run.scene;
  const paths = balls.map((_, i) => run.path(i));
  const centre = (ball: number, t: number): Vec3 => placeAt(paths[ball]!, t);
  const mark = (t: number, ball: number, other: number, partner: string, size: number, own: Vec3): Mark | null => {
    const radius = balls[ball]?.radius ?? 0;
    if (other >= 0) {
      const q = centre(other, t);
      return { t, at: [0.5 * (own[0] + q[0]), 0.5 * (own[1] + q[1]), 0.5 * (own[2] + q[2])], size, kind: 'ball' };
    }
    if (partner === 'cloth' || partner === 'slate') {
      return { t, at: [own[0], own[1], own[2] - radius], size, kind: 'cloth' };
    }
    const nose = nearestNose(table, [own[0], own[1]]);
    return nose && { t, at: [nose[0], nose[1], table.cushionHeight], size, kind: 'cushion' };
  };
  const found: (Mark | null)[] = [];
  if (run.contacts.length > 0) {
    for (const c of run.contacts) {
      if (c.peakForce < quietForce || c.ball < 0) continue;
      const radius = balls[c.ball]?.radius ?? 0;
      const size = radius * Math.min(1.4, Math.cbrt(c.peakForce / fullForce));
      found.push(mark(c.begin, c.ball, c.other, c.agents[1], size, centre(c.ball, c.begin)));
    }
  } else {
    for (const e of run.events) {
      const size = 0.5 * (balls[e.ball]?.radius ?? 0);
      if (e.type === 'ball-ball') found.push(mark(e.t, e.ball, e.other, '', size, e.at));
      if (e.type === 'ball-cushion') found.push(mark(e.t, e.ball, -1, e.agents[1], size, e.at));
      if (e.type === 'ball-slate') found.push(mark(e.t, e.ball, -1, 'slate', size, e.at));
    }
  }
  return found.filter((m): m is Mark => m !== null).sort((a, b) => a.t - b.t);
}
