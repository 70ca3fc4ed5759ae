// Passes changes of the state on to the stage.
import { stride, type Scene } from '../api';
import type { Stage } from '../stage/types';
import { previewOf } from './preview';
import type { PageState } from './state';
import { changed, type Store } from './store';

/// The faster the shot, the farther the cue is drawn back; speed at which it is drawn fully [m/s].
const fullDraw = 8;

function drawOf(speed: number): number {
  return Math.min(1, 0.1 + 0.9 * speed / fullDraw);
}

/// Whether two scenes differ only in the shot and in the positions of the balls.
export function sameBodies(a: Scene, b: Scene): boolean {
  const bodies = ({ table, system, balls }: Scene): string =>
    JSON.stringify([table, system, balls.map(({ id, radius }) => [id, radius])]);
  return a === b || bodies(a) === bodies(b);
}

/// The initial state of a scene, in the form of a sample.
export function startOf(scene: Scene): Float64Array {
  const sample = new Float64Array(stride * scene.balls.length);
  scene.balls.forEach((ball, i) => {
    sample.set(ball.position, stride * i);
    sample[stride * i + 9] = 1;
  });
  return sample;
}

export interface StageLink {
  /// Passes on what changed since the last call, then draws.
  frame(): void;
}

export function linkStage(store: Store<PageState>, stage: Stage): StageLink {
  let shown: PageState | null = null;

  /// Null: the stage itself places the bodies of systems other than a table.
  function sampleOf({ run, scene, t }: PageState, playing: boolean): Float64Array | null {
    if (playing && run) return run.sample(t);
    return scene.system.kind === 'pool' ? startOf(scene) : null;
  }

  function tell(now: PageState, before: PageState | null): void {
    const differs = (...fields: (keyof PageState)[]): boolean =>
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
    if (differs('scene', 'mode', 'preview', 'stroke')) {
      const aiming = now.mode === 'aim';
      const shot = aiming || now.stroke < 1 ? now.scene.shot : null;
      const left = aiming ? 1 : (1 - now.stroke) ** 2;
      stage.setAim(shot && previewOf(shot, aiming ? now.preview : null, left * drawOf(shot.speed)));
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
