// What the state means for the stage.
import type { Stage } from '../stage/types';
import { previewOf } from './preview';
import type { DeskState } from './state';
import { changed, type Store } from './store';

/// The cue is drawn back farther for harder shots; this is the speed of a full draw [m/s].
const fullDraw = 8;

function drawOf(speed: number): number {
  return Math.min(1, 0.1 + 0.9 * speed / fullDraw);
}

export interface StageLink {
  /// Tells the stage what changed since the last call and lets it draw.
  frame(): void;
}

export function linkStage(store: Store<DeskState>, stage: Stage): StageLink {
  let shown: DeskState | null = null;

  function tell(now: DeskState, before: DeskState | null): void {
    const differs = (...fields: (keyof DeskState)[]): boolean =>
      before === null || changed(now, before, ...fields);
    const playing = now.mode === 'play' && now.run !== null;
    if (differs('scene')) stage.setScene(now.scene);
    if (differs('view')) stage.setView(now.view);
    if (differs('overlays')) stage.setOverlays(now.overlays);
    if (differs('run', 'kept', 'mode')) stage.setRuns(playing ? now.run : null, now.kept?.run ?? null);
    if (differs('scene', 'mode', 'run', 't')) {
      stage.setTime(now.t);
      stage.setSample(playing ? now.run.sample(now.t).slice() : null);
    }
    if (differs('kept', 't', 'mode')) {
      stage.setGhosts(now.kept ? now.kept.run.sample(playing ? now.t : 0).slice() : null);
    }
    if (differs('scene', 'mode', 'trial')) {
      const { shot } = now.scene;
      stage.setAim(shot && now.mode === 'aim' ? previewOf(shot, now.trial, drawOf(shot.speed)) : null);
    }
  }

  return {
    frame() {
      const now = store.get();
      if (now !== shown) tell(now, shown);
      shown = now;
      stage.render();
    },
  };
}
