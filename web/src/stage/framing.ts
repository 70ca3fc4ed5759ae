// Camera poses that show a box in a window of any shape, and transitions between them.
import type { Vec3 } from '../api';
import type { CameraView } from './types';

export interface Box { readonly low: Vec3; readonly high: Vec3 }

/// The camera looks at `target` from `distance`. `turn` is the angle about z of the direction from
/// target to camera, `tilt` that from z downwards; both radians. `fov` is the vertical field of
/// view, degrees.
export interface Pose {
  readonly target: Vec3;
  readonly turn: number;
  readonly tilt: number;
  readonly distance: number;
  readonly fov: number;
}

const radians = Math.PI / 180;
const overhead = 1e-4; // tilt of the view from above, so that up on the screen is defined
const margin = 1.04;
const fovOf: Readonly<Record<CameraView, number>> = { player: 38, top: 7, side: 26, free: 32 };

export const centreOf = (box: Box): Vec3 => [
  0.5 * (box.low[0] + box.high[0]), 0.5 * (box.low[1] + box.high[1]), 0.5 * (box.low[2] + box.high[2]),
];

/// Unit vectors of the camera: right, up and towards it.
export function axesOf(pose: Pose): readonly [Vec3, Vec3, Vec3] {
  const [ct, st] = [Math.cos(pose.turn), Math.sin(pose.turn)];
  const [cp, sp] = [Math.cos(pose.tilt), Math.sin(pose.tilt)];
  return [[-st, ct, 0], [-ct * cp, -st * cp, sp], [ct * sp, st * sp, cp]];
}

export function positionOf(pose: Pose): Vec3 {
  const [, , back] = axesOf(pose);
  const at = (i: 0 | 1 | 2): number => pose.target[i] + pose.distance * back[i];
  return [at(0), at(1), at(2)];
}

/// The corners of the box as the camera's axes see them from the target: right, up, towards it.
function cornersSeen(pose: Pose, box: Box): Vec3[] {
  const axes = axesOf(pose);
  return Array.from({ length: 8 }, (_, corner) => {
    const d = [0, 1, 2].map((i) => ((corner >> i) & 1 ? box.high : box.low)[i]! - pose.target[i]!);
    const along = (axis: Vec3): number => d[0]! * axis[0] + d[1]! * axis[1] + d[2]! * axis[2];
    return [along(axes[0]), along(axes[1]), along(axes[2])];
  });
}

/// The smallest distance from which the pose shows every corner of the box.
export function fittingDistance(pose: Pose, box: Box, aspect: number): number {
  const slopeY = Math.tan(0.5 * pose.fov * radians);
  const slopeX = slopeY * aspect;
  return Math.max(...cornersSeen(pose, box).map(
    ([x, y, z]) => z + Math.max(Math.abs(x) / slopeX, Math.abs(y) / slopeY)));
}

/// The target moved perpendicular to the line of sight so that the box is centred.
function centred(pose: Pose, box: Box): Pose {
  const [right, up] = axesOf(pose);
  const seen = cornersSeen(pose, box).map(([x, y, z]) => [x, y].map((v) => v! / (pose.distance - z)));
  const middle = (k: number): number => {
    const all = seen.map((p) => p[k]!);
    return 0.5 * pose.distance * (Math.min(...all) + Math.max(...all));
  };
  const [x, y] = [middle(0), middle(1)];
  const at = (i: 0 | 1 | 2): number => pose.target[i] + x * right[i] + y * up[i];
  return { ...pose, target: [at(0), at(1), at(2)] };
}

function fitted(view: CameraView, box: Box, aspect: number, turn: number, tilt: number): Pose {
  let pose: Pose = { target: centreOf(box), turn, tilt, distance: 1, fov: fovOf[view] };
  for (let round = 0; round < 4; ++round) {
    pose = { ...pose, distance: margin * fittingDistance(pose, box, aspect) };
    pose = centred(pose, box);
  }
  return { ...pose, distance: margin * fittingDistance(pose, box, aspect) };
}

/// The player's view: of the ball at this position, along the heading (radians).
export interface Player { readonly ball: Vec3; readonly heading: number; readonly radius: number }

function playerPose(player: Player, aspect: number): Pose {
  // a narrow window needs a wider field of view and a higher camera to show what is ahead
  const narrow = Math.min(1, Math.max(0, 1.2 - aspect));
  const ahead = 9 * player.radius;
  return {
    target: [
      player.ball[0] + ahead * Math.cos(player.heading),
      player.ball[1] + ahead * Math.sin(player.heading),
      player.radius,
    ],
    turn: player.heading + Math.PI,
    tilt: (73 - 14 * narrow) * radians,
    distance: (37 + 16 * narrow) * player.radius,
    fov: fovOf.player + 14 * narrow,
  };
}

/// The pose of a view. In a portrait window the box is upright when seen from above.
export function poseOf(view: CameraView, box: Box, aspect: number, player: Player | null): Pose {
  const upright = aspect < 1 && box.high[0] - box.low[0] > box.high[1] - box.low[1];
  if (view === 'top') return fitted(view, box, aspect, upright ? Math.PI : -0.5 * Math.PI, overhead);
  if (view === 'side') return fitted(view, box, aspect, -0.5 * Math.PI, 78 * radians);
  if (view === 'player' && player) return playerPose(player, aspect);
  const tall = box.high[2] - box.low[2] > 0.25 * (box.high[0] - box.low[0]);
  if (tall) return fitted(view, box, aspect, -112 * radians, 72 * radians);
  return fitted(view, box, aspect, upright ? -168 * radians : -112 * radians, (upright ? 42 : 57) * radians);
}

/// The angle equal to `to` up to full turns that is nearest to `from`.
export function nearestTurn(from: number, to: number): number {
  const full = 2 * Math.PI;
  return to - full * Math.round((to - from) / full);
}

/// Between two poses: the visible area changes evenly with the field of view.
export function between(a: Pose, b: Pose, s: number): Pose {
  const mix = (p: number, q: number): number => p + s * (q - p);
  const shown = (pose: Pose): number => pose.distance * Math.tan(0.5 * pose.fov * radians);
  const fov = mix(a.fov, b.fov);
  const size = Math.exp(mix(Math.log(shown(a)), Math.log(shown(b))));
  return {
    target: [mix(a.target[0], b.target[0]), mix(a.target[1], b.target[1]), mix(a.target[2], b.target[2])],
    turn: mix(a.turn, nearestTurn(a.turn, b.turn)),
    tilt: mix(a.tilt, b.tilt),
    distance: size / Math.tan(0.5 * fov * radians),
    fov,
  };
}

/// Smoothstep.
export const eased = (s: number): number => s * s * (3 - 2 * s);
