// The position of the cue.
import type { Vec3 } from '../api';
import type { AimPreview } from './types';

const radians = Math.PI / 180;
const gap = 0.006; // between tip and ball when the cue is not drawn back [m]
const fullDraw = 0.24; // maximum distance by which it is drawn back [m]

export interface CuePlace {
  /// the end of the tip, and the unit vector from there along the cue
  readonly tip: Vec3;
  readonly back: Vec3;
}

/// The cue meets the ball at the tip offset. It is shown at least as steep as `clearance`
/// (radians), so that the butt clears the rail; the position of the tip is exact.
export function cuePlace(aim: AimPreview, centre: Vec3, radius: number, clearance: number): CuePlace {
  const axes = (elevation: number): { ahead: Vec3; up: Vec3 } => {
    const [ch, sh] = [Math.cos(aim.heading * radians), Math.sin(aim.heading * radians)];
    const [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
    return { ahead: [ch * ce, sh * ce, -se], up: [ch * se, sh * se, ce] };
  };
  const { ahead, up } = axes(aim.elevation * radians);
  const left: Vec3 = [-Math.sin(aim.heading * radians), Math.cos(aim.heading * radians), 0];
  const deep = Math.sqrt(Math.max(0, 1 - aim.side * aim.side - aim.height * aim.height));
  const drawn = axes(Math.max(aim.elevation * radians, clearance)).ahead;
  const away = gap + fullDraw * aim.draw;
  const at = (i: 0 | 1 | 2): number =>
    centre[i] + radius * (aim.side * left[i] + aim.height * up[i] - deep * ahead[i]) - away * drawn[i];
  return { tip: [at(0), at(1), at(2)], back: [-drawn[0], -drawn[1], -drawn[2]] };
}

/// The angle at which a cue clears a rail of this height at the edge of a table.
export function clearanceOver(
  centre: Vec3, heading: number, half: readonly [number, number], railTop: number): number {
  const [dx, dy] = [-Math.cos(heading * radians), -Math.sin(heading * radians)];
  const toEdge = (p: number, d: number, h: number): number =>
    Math.abs(d) < 1e-9 ? Infinity : Math.max(0.02, ((d > 0 ? h : -h) - p) / d);
  const distance = Math.min(toEdge(centre[0], dx, half[0]), toEdge(centre[1], dy, half[1]));
  if (!Number.isFinite(distance) || half[0] === 0) return 2 * radians;
  return Math.min(25 * radians, Math.max(2 * radians, Math.atan2(railTop + 0.014 - centre[2], distance)));
}
