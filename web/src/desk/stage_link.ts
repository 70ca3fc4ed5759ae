// What the state means for the stage.
import { stride, type Scene } from '../api';
import type { Stage } from '../stage/types';
import { previewOf } from './preview';
import type { DeskState } from './state';
import { changed, type Store } from './store';

/// The cue is drawn back farther for harder shots; this is the speed of a full draw [m/s].
const fullDraw = 8;

function drawOf(speed: number): number {
  return Math.min(1, 0.1 + 0.9 * speed / fullDraw);
}

/// Whether two scenes differ in nothing but where the balls are and how the shot goes.
export function sameBodies(a: Scene, b: Scene): boolean {
  const bodies = ({ table, system, balls }: Scene): string =>
    JSON.stringify([table, system, balls.map(({ id, radius }) => [id, radius])]);
  return a === b || bodies(a) === bodies(b);
}

/// The start of a scene in the form of a sample.
export function startOf(scene: Scene): Float64Array {
  const sample = new Float64Array(stride * scene.balls.length);
  scene.balls.forEach((ball, i) => {
    sample.set(ball.position, stride * i);
    sample[stride * i + 9] = 1;
  });
  return sample;
}

export interface StageLink {
  /// Tells the stage what changed since the last call and lets it draw.
  frame(): void;
}

export function linkStage(store: Store<DeskState>, stage: Stage): StageLink {
  let shown: DeskState | null = null;

  /// Other systems than a table know best how their bodies start.
  function sampleOf({ run, scene, t }: DeskState, playing: boolean): Float64Array | null {
    if (playing && run) return run.sample(t);
    return scene.system.kind === 'pool' ? startOf(scene) : null;
  }

  function tell(now: DeskState, before: DeskState | null): void {
    const differs = (...fields: (keyof DeskState)[]): boolean =>
      before === null || changed(now, before, ...fields);
    const playing = now.mode === 'play' && now.run !== null;
    const rebuilt = before === null || !sameBodies(now.scene, before.scene);
    if (rebuilt) {
      stage.setRuns(null, null); // the old scene's runs are gone
      stage.setScene(now.scene);
    }
    if (differs('view')) stage.setView(now.view);
    if (differs('overlays')) stage.setOverlays(now.overlays);
    if (rebuilt || differs('run', 'kept', 'mode')) {
      stage.setRuns(playing ? now.run : null, now.kept?.run ?? null);
    }
    if (differs('scene', 'mode', 'run', 't')) {
      stage.setTime(now.t);
      stage.setSample(sampleOf(now, playing));
    }
    if (differs('scene', 'kept', 't', 'mode')) {
      stage.setGhosts(now.kept ? now.kept.run.sample(playing ? now.t : 0) : null);
    }
    if (differs('scene', 'mode', 'trial', 'stroke')) {
      const aiming = now.mode === 'aim';
      const shot = aiming || now.stroke < 1 ? now.scene.shot : null;
      const left = aiming ? 1 : (1 - now.stroke) ** 2;
      stage.setAim(shot && previewOf(shot, aiming ? now.trial : null, left * drawOf(shot.speed)));
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
