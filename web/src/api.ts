// What the engines give the page. `engine/` makes these from the WebAssembly module; the stage and
// the desk know nothing else about it. SI units, the world frame of scene files.

export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];
/// w, x, y, z
export type Quat = readonly [number, number, number, number];

export type EngineName = 'event' | 'smooth' | 'stepped';
export type Motion =
  | 'stationary' | 'spinning' | 'rolling' | 'sliding' | 'airborne' | 'pocketed' | 'off-table';

export interface Cushion { readonly id: string; readonly from: Vec2; readonly to: Vec2 }
export interface Jaw { readonly id: string; readonly centre: Vec2; readonly radius: number }
export interface Pocket {
  readonly id: string; readonly centre: Vec2; readonly radius: number; readonly depth: number;
}
export interface Spot { readonly id: string; readonly at: Vec2 }

/// The playing area with every part worked out. Length 0 means a cloth without edge.
export interface Table {
  readonly preset: string;
  readonly length: number;
  readonly width: number;
  readonly cushionHeight: number;
  readonly cushions: readonly Cushion[];
  readonly jaws: readonly Jaw[];
  readonly pockets: readonly Pocket[];
  readonly spots: readonly Spot[];
}

export interface Ball {
  readonly id: string; readonly radius: number; readonly mass: number; readonly position: Vec3;
}

/// The shot with heading worked out, degrees. Null when nothing is struck.
export interface Shot {
  readonly ball: number;
  readonly speed: number;
  readonly heading: number;
  readonly side: number;
  readonly height: number;
  readonly elevation: number;
}

/// Bodies and fixtures of systems that are no pool table; the samples' order is that of `balls`.
export type System =
  | { readonly kind: 'pool' }
  | { readonly kind: 'bouncing-ball'; readonly surface: 'plane' | 'tube'; readonly tubeRadius: number }
  | { readonly kind: 'newtons-cradle'; readonly length: number; readonly spread: number;
      readonly strings: number; readonly anchors: readonly Vec3[] }
  | { readonly kind: 'ball-bearing'; readonly innerRadius: number; readonly outerRadius: number;
      readonly bore: number; readonly outside: number; readonly ballCount: number;
      /// index among the bodies of the driven race, whose turning the samples give; -1 if none
      readonly race: number;
      readonly defect: 'none' | 'inner' | 'outer'; readonly defectAngle: number };

/// A scene that was read and found right.
export interface Scene {
  readonly name: string;
  readonly table: Table;
  readonly balls: readonly Ball[];
  readonly shot: Shot | null;
  readonly system: System;
  readonly engine: EngineName;
  /// as a scene file: JSON (all defaults written out where the writer does) and TOML
  readonly json: string;
  readonly toml: string;
}

export interface TrajectoryEvent {
  readonly t: number;
  readonly type: string;
  readonly agents: readonly [string, string];
  /// where: the first ball's centre at t
  readonly at: Vec3;
  /// indices among the balls; -1 if the second agent is no ball
  readonly ball: number;
  readonly other: number;
}

export interface Contact {
  readonly begin: number; readonly end: number; readonly agents: readonly [string, string];
  readonly ball: number; readonly other: number; readonly peakForce: number; readonly depth: number;
}

/// Numbers per ball in a sample: position 3, velocity 3, spin 3, orientation w x y z, motion (index
/// in `motions`).
export const stride = 14;
export const motions: readonly Motion[] = [
  'stationary', 'spinning', 'rolling', 'sliding', 'airborne', 'pocketed', 'off-table',
];

/// One ball's way as points; `motion[i]` is that of the stretch from point i to i + 1.
export interface Path {
  readonly points: Float32Array; // x, y, z, x, y, z, ...
  readonly times: Float32Array;
  readonly motion: Uint8Array;
}

export interface Trajectory {
  readonly scene: Scene;
  readonly engine: EngineName;
  readonly tEnd: number;
  readonly stop: string;
  readonly hash: string;
  readonly events: readonly TrajectoryEvent[];
  readonly contacts: readonly Contact[];
  readonly cost: { readonly events: number; readonly steps: number };
  /// seconds the computation took
  readonly wallSeconds: number;
  /// All balls at t (clamped to the run); the array is reused by the next call.
  sample(t: number): Float64Array;
  /// Points close enough to the way for drawing (1e-4 m).
  path(ball: number): Path;
  /// Total energy over time: t, E, t, E, ... with both sides of every event
  energy(): Float64Array;
  /// The result file, as `cuelab simulate --out F.json` writes it; opens again here and there.
  toJson(): string;
  /// The trajectory must not be used any more.
  free(): void;
}

/// One key of scene files, as the parameter panel needs it.
export interface KeyDoc {
  readonly path: string;      // dotted; "balls[].id" is a key of every ball
  readonly type: string;
  readonly allowed: string;
  readonly fallback: string;  // JSON, "" if none
  readonly doc: string;
  readonly required: boolean;
}

/// What is wrong with an input, in the words the command line uses: "FILE: KEY: what, allowed".
export class InputError extends Error {}

export interface Engine {
  /// `overrides` are "key.path=value", value in TOML. Throws InputError.
  parse(text: string, name: string, overrides?: readonly string[]): Scene;
  /// Throws InputError where the engine refuses the scene.
  simulate(scene: Scene, engine?: EngineName, tMax?: number): Trajectory;
  /// A result file. Throws InputError.
  open(text: string, name: string): Trajectory;
  keys(): readonly KeyDoc[];
  /// The scene as this run left it, without a shot.
  after(trajectory: Trajectory): Scene;
}
