// The engines' interface to the page. `engine/` implements it on the WebAssembly module; `stage/`
// and `ui/` use nothing else of it. SI units, the world frame of scene files.

export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];
/// w, x, y, z
export type Quat = readonly [number, number, number, number];

export type EngineName = 'event' | 'smooth' | 'hybrid' | 'stepped';
export type Motion =
  | 'stationary' | 'spinning' | 'rolling' | 'sliding' | 'airborne' | 'pocketed' | 'off-table';

export interface Cushion { readonly id: string; readonly from: Vec2; readonly to: Vec2 }
export interface Jaw { readonly id: string; readonly centre: Vec2; readonly radius: number }
export interface Pocket {
  readonly id: string; readonly centre: Vec2; readonly radius: number; readonly depth: number;
}
export interface Spot { readonly id: string; readonly at: Vec2 }

/// A cushion seen from above: facing, jaw, nose, jaw, facing; closed along the back.
export interface Rail {
  readonly front: readonly Vec2[];
  /// unit vector away from the cloth
  readonly out: Vec2;
  /// one end of the nose line
  readonly nose: Vec2;
}

/// Shapes and colours of a table, from the library that also draws pictures.
export interface TableDrawing {
  readonly cloth: string;
  readonly cushion: string;
  /// whether wooden rails surround the table; `rails` is empty otherwise
  readonly framed: boolean;
  /// from the noses to the back of the rubber, and to the outside of the wood
  readonly cushionDepth: number;
  readonly railWidth: number;
  readonly rails: readonly Rail[];
  /// positions on the wood
  readonly diamonds: readonly Vec2[];
  readonly looseCushions: readonly Cushion[];
  readonly looseJaws: readonly Jaw[];
  /// on the cloth
  readonly spots: readonly Vec2[];
  /// the baulk line of a snooker table and its D
  readonly baulk: { readonly x: number; readonly radius: number; readonly atLowX: boolean } | null;
}

/// The playing area with all its parts. Length 0 means a cloth without edge.
export interface Table {
  readonly preset: string;
  readonly length: number;
  readonly width: number;
  readonly cushionHeight: number;
  readonly cushions: readonly Cushion[];
  readonly jaws: readonly Jaw[];
  readonly pockets: readonly Pocket[];
  readonly spots: readonly Spot[];
  readonly drawing: TableDrawing;
}

export interface BallColours {
  readonly fill: string;
  /// a tint of it that shows on the cloth
  readonly path: string;
  readonly striped: boolean;
  /// the label is on a white disc, otherwise white on the ball
  readonly disc: boolean;
  readonly label: string;
  /// colour of the spots that show how a ball without label turns
  readonly spot: string;
}

export interface Ball {
  readonly id: string; readonly radius: number; readonly mass: number; readonly position: Vec3;
  readonly colours: BallColours;
}

/// The shot with its heading resolved, degrees. Null when no ball is struck.
export interface Shot {
  readonly ball: number;
  readonly speed: number;
  readonly heading: number;
  readonly side: number;
  readonly height: number;
  readonly elevation: number;
}

/// Bodies and fixtures of systems other than a pool table; samples are in the order of `balls`.
export type System =
  | { readonly kind: 'pool' }
  | { readonly kind: 'bouncing-ball'; readonly surface: 'plane' | 'tube'; readonly tubeRadius: number }
  | { readonly kind: 'newtons-cradle'; readonly length: number; readonly spread: number;
      readonly strings: number; readonly anchors: readonly Vec3[] }
  | { readonly kind: 'ball-bearing'; readonly innerRadius: number; readonly outerRadius: number;
      readonly bore: number; readonly outside: number; readonly ballCount: number;
      /// index among the bodies of the driven race, whose rotation the samples give; -1 if none
      readonly race: number;
      readonly defect: 'none' | 'inner' | 'outer'; readonly defectAngle: number };

/// A valid scene.
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
  /// "KEY: message" if the scene names a law that no engine has yet, else ''
  readonly notBuilt: string;
}

export interface TrajectoryEvent {
  readonly t: number;
  readonly type: string;
  readonly agents: readonly [string, string];
  /// where: the first ball's centre at t
  readonly at: Vec3;
  /// indices among the balls; -1 if the second agent is not a ball
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

/// One ball's path as points; `motion[i]` is that of the segment from point i to i + 1.
export interface Path {
  readonly points: Float32Array; // x, y, z, x, y, z, ...
  readonly times: Float32Array;
  readonly motion: Uint8Array;
}

/// How the run answers to small changes of the stroke, to first order.
export interface Sensitivity {
  /// those of speed [m/s], heading [degree], side, height, elevation [degree] that have derivatives
  readonly parameters: readonly StrokeParameter[];
  /// `position` at the end: rows x, y, z, one column per parameter [m / unit]
  readonly balls: readonly {
    readonly id: string; readonly position: readonly (readonly number[])[] | null;
    readonly reason?: string;
  }[];
  /// how far the parameter can change before the list of events does; null if nothing is known
  readonly margin: Readonly<Partial<Record<StrokeParameter, number | null>>>;
  readonly limits: Readonly<Partial<Record<StrokeParameter, Limit | null>>>;
}
export type StrokeParameter = 'speed' | 'heading' | 'side' | 'height' | 'elevation';

/// What sets a margin.
export interface Limit {
  readonly kind: 'near miss' | 'hit' | 'stops short';
  readonly t: number;
  readonly agents: readonly [string, string];
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
  /// computing time [s]
  readonly wallSeconds: number;
  /// All balls at t (clamped to the run); the array is reused by the next call.
  sample(t: number): Float64Array;
  /// Points joined by lines that stay within 1e-4 m of the path.
  path(ball: number): Path;
  /// Total energy over time: t, E, t, E, ... with both sides of every event
  energy(): Float64Array;
  /// Throws InputError if the run has no derivatives: they need the event engine and a stroke.
  sensitivity(): Sensitivity;
  /// The recording, as written by `cuelab simulate --out F.json`.
  toJson(): string;
  /// Frees the memory; the trajectory must not be used afterwards.
  free(): void;
}

export type KeyKind =
  | 'number' | 'integer' | 'text' | 'name' | 'pair' | 'triple' | 'table' | 'tables';

/// One key of scene files, for the law panel.
export interface KeyDoc {
  readonly path: string;                // dotted; "balls[].id" is a key of every ball
  readonly kinds: readonly KeyKind[];   // what its value may be
  readonly names: readonly string[];    // the values of kind "name", ...
  readonly notBuilt: readonly string[]; // ... and those of them that no engine has yet
  readonly allowed: string;             // for messages: "at least 0", "one of line, plane"
  readonly fallback: string;            // default as JSON; "" if there is none
  readonly doc: string;                 // one line, with the unit
  /// The key exists only where its sibling `key` has one of these values; null: always.
  readonly only: { readonly key: string; readonly values: readonly string[] } | null;
}

/// One shot that does what was asked.
export interface FoundShot {
  /// the numbers of the stroke that were free
  readonly shot: { readonly [K in StrokeParameter]?: number };
  /// of success under the goal's execution noise, 0 to 1
  readonly chance: number;
  /// the impacts that lead to the goals
  readonly path: string;
  /// what happens most often when it fails; '' if it does not
  readonly usualMiss: string;
}
export interface FoundShots {
  /// the most likely first
  readonly solutions: readonly FoundShot[];
  /// of the closest attempt [m]
  readonly miss: number;
  readonly simulations: number;
}

/// Success over aim and speed around a shot.
export interface MakeRegion {
  /// edges of the cells, relative to the shot [degree, m/s]
  readonly headings: readonly number[];
  readonly speeds: readonly number[];
  /// share of successes: rows of speeds, columns of headings
  readonly success: readonly number[];
  /// of success under the noise, and its standard error
  readonly chance: number;
  readonly error: number;
}

/// Invalid input, with the message that the command line would print: "FILE: KEY: what, allowed".
export class InputError extends Error {}

export interface Engine {
  /// `overrides` are "key.path=value", value in TOML. Throws InputError.
  parse(text: string, name: string, overrides?: readonly string[]): Scene;
  /// Throws InputError if the engine rejects the scene.
  simulate(scene: Scene, engine?: EngineName, tMax?: number): Trajectory;
  /// Opens a recording. Throws InputError.
  open(text: string, name: string): Trajectory;
  keys(): readonly KeyDoc[];
  /// The make region of the shot with which the unknowns of a goal file start; its scene is a table.
  /// Throws InputError.
  makeRegion(goal: string, headings: number, speeds: number): MakeRegion;
  /// The scene at the end of this run, without a shot.
  after(trajectory: Trajectory): Scene;
}
