// Interpolation of paths.
import type { Path, Vec3 } from './api';

/// The position on a path at time t.
export function pointAt(path: Path, t: number): Vec3 {
  const { times, points } = path;
  let i = 0;
  while (i + 2 < times.length && times[i + 1]! < t) i++;
  const next = Math.min(i + 1, times.length - 1);
  const span = times[next]! - times[i]!;
  const share = span > 0 ? Math.min(Math.max((t - times[i]!) / span, 0), 1) : 0;
  const mix = (k: number): number =>
    points[3 * i + k]! + share * (points[3 * next + k]! - points[3 * i + k]!);
  return [mix(0), mix(1), mix(2)];
}
