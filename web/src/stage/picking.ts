// What is under a point of the screen.
import type { Vec2, Vec3 } from '../api';

export interface Ray { readonly from: Vec3; readonly along: Vec3 }

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/// Where the ray meets the plane z = height, if it does.
export function hitPlane(ray: Ray, height: number): Vec2 | null {
  if (Math.abs(ray.along[2]) < 1e-9) return null;
  const s = (height - ray.from[2]) / ray.along[2];
  return s > 0 ? [ray.from[0] + s * ray.along[0], ray.from[1] + s * ray.along[1]] : null;
}

/// The nearest ball that the ray hits, its radius enlarged by `slack`; -1 if none. Null positions
/// are skipped.
export function hitBall(
  ray: Ray, places: readonly (Vec3 | null)[], radii: readonly number[], slack: number): number {
  let best = -1;
  let nearest = Infinity;
  places.forEach((c, i) => {
    if (!c) return;
    const d: Vec3 = [ray.from[0] - c[0], ray.from[1] - c[1], ray.from[2] - c[2]];
    const b = dot(d, ray.along);
    const r = radii[i]! * slack;
    const inside = b * b - dot(ray.along, ray.along) * (dot(d, d) - r * r);
    if (inside < 0) return;
    const s = -b - Math.sqrt(inside);
    if (s > 0 && s < nearest) {
      nearest = s;
      best = i;
    }
  });
  return best;
}
