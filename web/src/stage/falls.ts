// How a ball goes down a pocket. Engines end its way where it falls; here it drops from there.
import type { Pocket, Trajectory, Vec3 } from '../api';

const gravity = 9.81; // [m/s^2]
const inward = 9; // how fast it closes in on the pocket's axis [1/s]

const nearBottom = 0.99; // of the depth; points of paths have few digits

export interface Fall {
  readonly begin: number;
  /// Where the ball is; null when it has gone.
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

/// The fall of a ball in a run, if it has one: from the last point of its way above the bottom.
export function fallOf(run: Trajectory, ball: number): Fall | null {
  const event = run.events.find((e) => e.type === 'ball-pocket' && e.ball === ball);
  const pocket = run.scene.table.pockets.find((p) => p.id === event?.agents[1]);
  if (!event || !pocket) return null;
  const { points, times } = run.path(ball);
  let last = times.length - 1;
  while (last > 0 && (times[last]! > event.t || points[3 * last + 2]! < -nearBottom * pocket.depth)) --last;
  const from: Vec3 = [points[3 * last]!, points[3 * last + 1]!, points[3 * last + 2]!];
  return dropInto(pocket, event.t, from, run.scene.balls[ball]?.radius ?? 0);
}
