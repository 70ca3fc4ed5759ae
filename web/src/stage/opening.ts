// The opening in the wood of a table: the rectangle that holds cloth and cushions, widened by the
// holes of the pockets.
import type { Vec2 } from '../api';
import { add, distance } from './plane';

export interface Circle { readonly centre: Vec2; readonly radius: number }

/// A section of the opening's edge; `circle` is the index of the hole it belongs to, or -1.
export interface Stretch { readonly points: readonly Vec2[]; readonly circle: number }

const step = Math.PI / 40; // between points of an arc
const closeness = 1e-7; // tolerance of the ends of neighbouring sections [m]

const onCircle = (c: Circle, angle: number): Vec2 =>
  add(c.centre, [c.radius * Math.cos(angle), c.radius * Math.sin(angle)]);
const inCircle = (c: Circle, p: Vec2): boolean => distance(p, c.centre) < c.radius;
const inBox = (half: Vec2, p: Vec2): boolean => Math.abs(p[0]) < half[0] && Math.abs(p[1]) < half[1];

/// Where the circle crosses the segment, as fractions of it.
function crossings(a: Vec2, b: Vec2, c: Circle): number[] {
  const d: Vec2 = [b[0] - a[0], b[1] - a[1]];
  const f: Vec2 = [a[0] - c.centre[0], a[1] - c.centre[1]];
  const dd = d[0] * d[0] + d[1] * d[1];
  const df = d[0] * f[0] + d[1] * f[1];
  const inside = df * df - dd * (f[0] * f[0] + f[1] * f[1] - c.radius * c.radius);
  if (inside <= 0) return [];
  const root = Math.sqrt(inside);
  return [(-df - root) / dd, (-df + root) / dd].filter((s) => s > 0 && s < 1);
}

/// The four corners, counter-clockwise.
const corners = (half: Vec2): Vec2[] => [
  [-half[0], -half[1]], [half[0], -half[1]], [half[0], half[1]], [-half[0], half[1]],
];

function edgeStretches(half: Vec2, circles: readonly Circle[]): Stretch[] {
  const box = corners(half);
  return box.flatMap((a, i) => {
    const b = box[(i + 1) % 4]!;
    const at = (s: number): Vec2 => [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])];
    const cuts = [0, ...circles.flatMap((c) => crossings(a, b, c)), 1].sort((p, q) => p - q);
    return cuts.slice(1).flatMap((to, k) => {
      const from = cuts[k]!;
      if (circles.some((c) => inCircle(c, at(0.5 * (from + to))))) return [];
      return [{ points: [at(from), at(to)], circle: -1 }];
    });
  });
}

function arcStretches(half: Vec2, circles: readonly Circle[]): Stretch[] {
  const box = corners(half);
  return circles.flatMap((c, number) => {
    const angles = box.flatMap((a, i) => {
      const b = box[(i + 1) % 4]!;
      return crossings(a, b, c).map((s) =>
        Math.atan2(a[1] + s * (b[1] - a[1]) - c.centre[1], a[0] + s * (b[0] - a[0]) - c.centre[0]));
    }).sort((p, q) => p - q);
    return angles.flatMap((from, k) => {
      const to = k + 1 < angles.length ? angles[k + 1]! : angles[0]! + 2 * Math.PI;
      if (inBox(half, onCircle(c, 0.5 * (from + to)))) return [];
      const steps = Math.max(2, Math.ceil((to - from) / step));
      const points = Array.from({ length: steps + 1 }, (_, i) => onCircle(c, from + ((to - from) * i) / steps));
      return [{ points, circle: number }];
    });
  });
}

/// The edge of the union of rectangle and circles, counter-clockwise, section by section. Circles
/// that do not cross the rectangle's edge are ignored. Crossing circles must not overlap.
export function opening(half: Vec2, circles: readonly Circle[]): Stretch[] {
  const waiting = [...edgeStretches(half, circles), ...arcStretches(half, circles)];
  const ring: Stretch[] = [];
  let next = waiting.shift();
  while (next) {
    ring.push(next);
    const end = next.points[next.points.length - 1]!;
    const index = waiting.findIndex((s) => distance(s.points[0]!, end) < closeness);
    next = index < 0 ? undefined : waiting.splice(index, 1)[0];
  }
  return ring;
}

/// The edge as one closed polygon.
export function polygonOf(ring: readonly Stretch[]): Vec2[] {
  return ring.flatMap((s) => s.points.slice(0, -1));
}
