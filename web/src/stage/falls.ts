// How a ball falls into a pocket or off the table. Engines end its path there; here it continues
// until the ball is out of sight or lies on the floor.
import type { Path, Pocket, Trajectory, Vec3 } from '../api';

const gravity = 9.81; // [m/s^2]
const inward = 9; // rate at which it approaches the pocket's axis [1/s]

export const tableHeight = 0.78; // of the cloth above the floor [m]
const nearBottom = 0.99; // of the depth; points of paths have few digits

export interface Fall {
  readonly begin: number;
  /// Position of the ball; null once it is out of sight.
  at(t: number): Vec3 | null;
}

export function dropInto(pocket: Pocket, begin: number, from: Vec3, radius: number): Fall {
  const room = Math.max(0, 0.9 * pocket.radius - radius);
  return {
    begin,
    at(t) {
      const s = Math.max(0, t - begin);
      const z = from[2] - 0.5 * gravity * s * s;
      if (z < -pocket.depth - radius) return null;
      // it must be clear of the edge by the time it is half under the cloth
      const dx = from[0] - pocket.centre[0];
      const dy = from[1] - pocket.centre[1];
      const far = Math.hypot(dx, dy);
      const left = Math.max(Math.min(far, room), far * (1 - inward * s));
      const k = far > 0 ? left / far : 0;
      return [pocket.centre[0] + k * dx, pocket.centre[1] + k * dy, z];
    },
  };
}

/// A fall to the floor, where the ball stays.
export function dropToFloor(begin: number, from: Vec3, velocity: Vec3, radius: number): Fall {
  const height = from[2] + tableHeight - radius;
  const landing = (velocity[2] + Math.sqrt(velocity[2] ** 2 + 2 * gravity * Math.max(0, height))) / gravity;
  return {
    begin,
    at(t) {
      const s = Math.min(landing, Math.max(0, t - begin));
      return [from[0] + velocity[0] * s, from[1] + velocity[1] * s, from[2] + velocity[2] * s - 0.5 * gravity * s * s];
    },
  };
}

const pointOf = (path: Path, i: number): Vec3 =>
  [path.points[3 * i]!, path.points[3 * i + 1]!, path.points[3 * i + 2]!];

/// The velocity with which the path arrives at point i.
function arrival(path: Path, i: number): Vec3 {
  const [from, to] = [pointOf(path, Math.max(0, i - 1)), pointOf(path, i)];
  const span = path.times[i]! - (path.times[i - 1] ?? 0);
  return span > 0 ? [(to[0] - from[0]) / span, (to[1] - from[1]) / span, (to[2] - from[2]) / span] : [0, 0, 0];
}

/// The fall of a ball in a run, if it has one: from the last point of its path above the bottom.
export function fallOf(run: Trajectory, ball: number): Fall | null {
  const event = run.events.find((e) => (e.type === 'ball-pocket' || e.type === 'ball-floor') && e.ball === ball);
  if (!event) return null;
  const radius = run.scene.balls[ball]?.radius ?? 0;
  const path = run.path(ball);
  const pocket = run.scene.table.pockets.find((p) => p.id === event.agents[1]);
  const bottom = pocket ? -nearBottom * pocket.depth : -Infinity;
  let last = path.times.length - 1;
  while (last > 0 && (path.times[last]! > event.t + 1e-6 || path.points[3 * last + 2]! < bottom)) --last;
  const from = pointOf(path, last);
  if (pocket) return dropInto(pocket, event.t, from, radius);
  // the path may continue at rest after the fall
  while (last > 1 && path.times[last - 1]! >= path.times[last]!) --last;
  return dropToFloor(event.t, from, arrival(path, last), radius);
}
