// Two runs side by side.
import { stride, type Trajectory } from '../api';

export interface Deviation { readonly id: string; readonly distance: number }

/// The ball whose positions in the two runs are farthest apart; null if no ball is in both.
export function largestDeviation(
  a: Float64Array, idsA: readonly string[], b: Float64Array, idsB: readonly string[],
): Deviation | null {
  let worst: Deviation | null = null;
  idsA.forEach((id, i) => {
    const j = idsB.indexOf(id);
    if (j < 0) return;
    const [p, q] = [stride * i, stride * j];
    const distance = Math.hypot(a[p]! - b[q]!, a[p + 1]! - b[q + 1]!, a[p + 2]! - b[q + 2]!);
    if (!worst || distance > worst.distance) worst = { id, distance };
  });
  return worst;
}

/// The same at a time of two runs; a run that has ended stays as it ended.
export function deviationAt(a: Trajectory, b: Trajectory, t: number): Deviation | null {
  const ids = (run: Trajectory): string[] => run.scene.balls.map((ball) => ball.id);
  return largestDeviation(a.sample(t).slice(), ids(a), b.sample(t), ids(b));
}
