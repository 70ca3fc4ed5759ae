// Contact marks on the table.
import type { Table, Trajectory, Vec2, Vec3 } from '../api';
import { pointAt } from '../path';
import { add, distance, dot, scaled, sub } from './plane';

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

/// A contact of two bodies.
export interface Mark {
  readonly t: number;
  readonly at: Vec3;
  readonly size: number; // radius [m]
  readonly kind: 'ball' | 'cushion' | 'cloth';
}

const quietForce = 50; // weaker contacts get no mark [N]

/// The size of a mark grows with the cube root of the force: one ball radius at this force [N].
const fullForce = 4000;

/// Marks of the contacts of a run: those of the smooth engine with their forces, otherwise the
/// impacts among the events.
export function marksOf(run: Trajectory): Mark[] {
  const { balls, table } = run.scene;
  const paths = balls.map((_, i) => run.path(i));
  const centre = (ball: number, t: number): Vec3 => pointAt(paths[ball]!, t);
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
