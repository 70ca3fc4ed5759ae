// Vectors in the plane of the cloth.
import type { Vec2 } from '../api';

export const add = (a: Vec2, b: Vec2): Vec2 => [a[0] + b[0], a[1] + b[1]];
export const sub = (a: Vec2, b: Vec2): Vec2 => [a[0] - b[0], a[1] - b[1]];
export const scaled = (s: number, a: Vec2): Vec2 => [s * a[0], s * a[1]];
export const dot = (a: Vec2, b: Vec2): number => a[0] * b[0] + a[1] * b[1];
export const cross = (a: Vec2, b: Vec2): number => a[0] * b[1] - a[1] * b[0];
export const length = (a: Vec2): number => Math.hypot(a[0], a[1]);
export const distance = (a: Vec2, b: Vec2): number => length(sub(a, b));
export const unit = (a: Vec2): Vec2 => scaled(1 / length(a), a);

/// Area enclosed by a polygon, positive counter-clockwise.
export function area(polygon: readonly Vec2[]): number {
  return 0.5 * polygon.reduce((sum, p, i) => sum + cross(p, polygon[(i + 1) % polygon.length]!), 0);
}
