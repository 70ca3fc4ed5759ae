// The stage, a picture of the table in 3-D, as the rest of the page uses it.
import type { Scene, Trajectory, Vec2, Vec3 } from '../api';

export type CameraView = 'player' | 'top' | 'side' | 'free';

/// What is drawn in addition to table and balls.
export interface Overlays {
  path: boolean;
  /// paths coloured by slipping, rolling and flight
  motion: boolean;
  spinAxis: boolean;
  contacts: boolean;
}

/// The cue while aiming, and what the shot would do first.
export interface AimPreview {
  readonly ball: number;
  /// degrees, as in scene files
  readonly heading: number;
  readonly elevation: number;
  /// tip offset in ball radii
  readonly side: number;
  readonly height: number;
  /// how far the cue is drawn back, 0 to 1
  readonly draw: number;
  /// path of the struck ball to its first contact, ghost ball there, path of the ball it hits
  readonly path: readonly Vec3[];
  readonly ghost: Vec3 | null;
  readonly object: readonly Vec3[];
}

export type Pick = { readonly kind: 'ball'; readonly ball: number } | { readonly kind: 'cloth'; readonly at: Vec2 } | null;

export interface Stage {
  /// Builds table, balls or another system; the camera stays if the table is the same.
  setScene(scene: Scene): void;
  /// Places the balls: numbers as `Trajectory.sample` gives them. Null shows the scene's start.
  setSample(sample: Float64Array | null): void;
  /// A second set of balls drawn as ghosts, for comparing two runs. Null removes it.
  setGhosts(sample: Float64Array | null): void;
  /// Paths and contacts of a run up to time t; `second` is drawn dashed or paler.
  setRuns(first: Trajectory | null, second: Trajectory | null): void;
  setTime(t: number): void;
  setOverlays(overlays: Overlays): void;
  /// Null hides the cue.
  setAim(aim: AimPreview | null): void;
  setView(view: CameraView): void;
  /// What is under a point of the canvas, in CSS pixels from its top left corner.
  pick(x: number, y: number): Pick;
  /// The point of the cloth plane z = `height` under a point of the canvas; null above the horizon.
  onPlane(x: number, y: number, height: number): Vec2 | null;
  /// While a ball is dragged or the cue aimed, the camera must not move.
  setOrbiting(allowed: boolean): void;
  resize(): void;
  /// Draws one frame if something changed since the last one.
  render(): void;
  dispose(): void;
}

export type MakeStage = (canvas: HTMLCanvasElement) => Stage;
