// The state on which everything on the page depends.
import type { EngineName, Scene, Trajectory } from '../api';
import type { CameraView, Overlays } from '../stage/types';

/// The run kept for comparison.
export interface Kept { readonly run: Trajectory; readonly label: string }

/// A run in progress: its engine, and the simulated time so far [s].
export interface Busy { readonly engine: EngineName; readonly t: number }

export type Tab = 'shot' | 'laws' | 'run';

export interface PageState {
  /// as opened; and with the changes made since
  readonly base: Scene;
  readonly scene: Scene;
  /// the run of `scene` by its engine; null while it is not computed
  readonly run: Trajectory | null;
  /// why the engine rejects `scene`; null if it does not, or has not been asked yet
  readonly refusal: string | null;
  /// the event engine's run of the shot, for the preview; may be `run` itself
  readonly preview: Trajectory | null;
  /// how long `run` took to compute [s]
  readonly wall: number;
  readonly kept: Kept | null;
  readonly busy: Busy | null;
  /// aim: the shot can be changed; play: the run is shown
  readonly mode: 'aim' | 'play';
  /// progress of the cue towards the ball, 0 to 1; the ball is struck and time starts at 1
  readonly stroke: number;
  readonly t: number;
  readonly playing: boolean;
  readonly rate: number;
  readonly loop: boolean;
  readonly overlays: Overlays;
  readonly view: CameraView;
  /// dragging on the cloth turns the camera instead of the cue
  readonly orbiting: boolean;
  readonly selected: number;
  readonly tab: Tab;
}

export const rates: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2];

/// A shorter run is played more slowly, so that it lasts this long [s].
const shortest = 2;

/// The fastest rate, up to 1, at which a run can be followed.
export function fittingRate(tEnd: number): number {
  const fitting = rates.filter((rate) => rate <= 1 && tEnd / rate >= shortest);
  return fitting.at(-1) ?? rates[0]!;
}

export function firstState(scene: Scene): PageState {
  return {
    base: scene, scene, run: null, refusal: null, preview: null, wall: 0, kept: null, busy: null,
    mode: 'aim', stroke: 1, t: 0, playing: false, rate: 1, loop: false,
    overlays: { path: true, motion: false, spinAxis: false, contacts: false },
    view: 'player', orbiting: false, selected: scene.shot?.ball ?? 0, tab: 'shot',
  };
}
