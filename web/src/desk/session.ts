// What can be done: open, change, run, keep. Knows engine and state, not the page.
import { InputError, type Engine, type EngineName, type Scene, type Trajectory } from '../api';
import {
  changedShot, documentOf, freeId, freePlaces, movedBall, strokeFor, withBall, withCueBallFirst,
  withoutBall, type ShotChange,
} from './edits';
import { restored, type Document } from './keys';
import type { Finished, Runner } from './runner';
import { firstState, fittingRate, type DeskState } from './state';
import { makeStore, type Store } from './store';

export interface Session {
  readonly store: Store<DeskState>;
  /// A scene or result file. Throws InputError and changes nothing if it is broken.
  open(text: string, name: string): void;
  setShot(change: ShotChange): void;
  /// Returns why not, or null.
  moveBall(ball: number, x: number, y: number): string | null;
  addBall(): string | null;
  removeBall(ball: number): string | null;
  strikeBall(ball: number): string | null;
  /// `value` in TOML. Returns why not, or null.
  setKey(path: string, value: string): string | null;
  resetKey(path: string): string | null;
  /// Everything as it was opened.
  resetAll(): void;
  shoot(): void;
  /// Back to the stroke; forth to the next one.
  again(): void;
  next(): string | null;
  keep(): void;
  dropKept(): void;
  stop(): void;
}

/// Runs follow changes of slow engines after this pause [ms].
const settle = 250;

export function isResult(text: string): boolean {
  return /^\s*\{/.test(text) && /"pieces"\s*:/.test(text);
}

function quick(engine: EngineName): boolean {
  return engine === 'event';
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

/// Systems that bring their own bodies run only with smooth contacts.
function engineOf(scene: Scene): EngineName {
  return scene.system.kind === 'pool' ? scene.engine : 'smooth';
}

export function makeSession(engine: Engine, runner: Runner, first: { text: string; file: string },
                            report: (message: string) => void): Session {
  const store = makeStore(firstState(engine.parse(first.text, first.file)));
  let timer: ReturnType<typeof setTimeout> | undefined;

  /// Runs that nobody shows any more give their memory back.
  function release(before: DeskState): void {
    const now = store.get();
    const held = new Set<Trajectory | null>([now.run, now.trial, now.kept?.run ?? null]);
    for (const run of new Set([before.run, before.trial, before.kept?.run ?? null])) {
      if (run && !held.has(run)) run.free();
    }
  }

  function change(patch: Partial<DeskState>): void {
    const before = store.get();
    store.set(patch);
    release(before);
  }

  /// What the event engine says; null where it refuses the scene.
  function trialOf(scene: Scene): Trajectory | null {
    if (scene.system.kind !== 'pool') return null;
    try {
      return engine.simulate(scene, 'event');
    } catch (problem) {
      if (problem instanceof InputError) return null;
      throw problem;
    }
  }

  function adopt(scene: Scene, patch: Partial<DeskState>): void {
    clearTimeout(timer);
    runner.stop();
    const trial = trialOf(scene);
    const run = quick(engineOf(scene)) ? trial : null;
    change({ scene, trial, run, wall: run?.wallSeconds ?? 0, busy: null, ...patch });
  }

  /// Where nothing is struck the stroke is over before it begins.
  function strokeBegin(): number {
    return store.get().scene.shot ? 0 : 1;
  }

  function finish({ run, wallSeconds }: Finished, play: boolean): void {
    const { t } = store.get();
    const when = play
      ? { t: 0, playing: true, stroke: strokeBegin(), rate: fittingRate(run.tEnd) }
      : { t: Math.min(t, run.tEnd) };
    change({ run, wall: wallSeconds, busy: null, mode: 'play', ...when });
  }

  /// The run of a slow engine. `play` starts it from the beginning, else the time stays.
  async function compute(play: boolean): Promise<void> {
    const { scene } = store.get();
    const name = engineOf(scene);
    change({ busy: { engine: name, t: 0 }, playing: false });
    try {
      const done = await runner.run(scene, name, (t) => change({ busy: { engine: name, t } }));
      if (store.get().scene === scene) finish(done, play);
      else done.run.free();
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === 'AbortError') return;
      change({ busy: null });
      report(messageOf(problem));
    }
  }

  /// A changed scene: at once where the engine is quick, else when the hand rests.
  function accept(scene: Scene): void {
    const { mode, t } = store.get();
    if (mode === 'aim') {
      adopt(scene, { t: 0, playing: false });
      return;
    }
    adopt(scene, {});
    const { run } = store.get();
    if (run) change({ t: Math.min(t, run.tEnd) });
    else timer = setTimeout(() => void compute(false), settle);
  }

  function attempt(make: () => Scene): string | null {
    try {
      accept(make());
      return null;
    } catch (problem) {
      if (problem instanceof InputError) return problem.message.replace(/^scene\.json: /, '');
      throw problem;
    }
  }

  function parsed(document: Document): Scene {
    return engine.parse(JSON.stringify(document), 'scene.json');
  }

  function changedScene(overrides: readonly string[]): Scene {
    return engine.parse(store.get().scene.json, 'scene.json', overrides);
  }

  /// The first place where the engine accepts what `make` puts there.
  function placed(scene: Scene, make: (place: readonly number[]) => Document): Scene {
    let refusal: unknown = new InputError('There is no room for another ball.');
    for (const place of freePlaces(scene, scene.balls[0]?.radius ?? 0.028575)) {
      try {
        return parsed(make(place));
      } catch (problem) {
        refusal = problem;
      }
    }
    throw refusal;
  }

  /// A scene with something to strike: the ball that was, put back if it fell.
  function readyToStrike(scene: Scene, id: string): Scene {
    let ready = scene;
    if (!scene.balls.some((ball) => ball.id === id)) {
      ready = placed(scene, (place) => withCueBallFirst(documentOf(scene), id, place));
    }
    const ball = ready.balls.findIndex((other) => other.id === id);
    return engine.parse(ready.json, 'scene.json', strokeFor(ready, ball));
  }

  const session: Session = {
    store,
    open(text, name) {
      if (isResult(text)) {
        const run = engine.open(text, name);
        const fresh = firstState(run.scene);
        adopt(run.scene, {
          base: run.scene, run, wall: run.wallSeconds, mode: 'play', t: 0, playing: true,
          selected: fresh.selected, tab: 'run', kept: null,
        });
        return;
      }
      const scene = engine.parse(text, name);
      adopt(scene, {
        base: scene, mode: 'aim', t: 0, playing: false, kept: null,
        selected: scene.shot?.ball ?? 0, tab: scene.system.kind === 'pool' ? 'shot' : 'run',
      });
    },
    setShot: (shot) => {
      const refusal = attempt(() => changedScene(changedShot(shot)));
      if (refusal) report(refusal);
    },
    moveBall: (ball, x, y) =>
      attempt(() => changedScene(movedBall(ball, x, y, store.get().scene.balls[ball]!.radius))),
    addBall: () => attempt(() => {
      const { scene } = store.get();
      const document = documentOf(scene);
      return placed(scene, (place) => withBall(document, freeId(document), place));
    }),
    removeBall: (ball) => attempt(() => parsed(withoutBall(documentOf(store.get().scene), ball))),
    strikeBall: (ball) => attempt(() => {
      const { scene } = store.get();
      const id = scene.balls[ball]!.id;
      if (!scene.shot) return readyToStrike(scene, id);
      return changedScene([`shot.ball=${JSON.stringify(id)}`]);
    }),
    setKey: (path, value) => attempt(() => changedScene([`${path}=${value}`])),
    resetKey: (path) => attempt(() => {
      const { scene, base } = store.get();
      return parsed(restored(documentOf(scene), documentOf(base), path));
    }),
    resetAll: () => accept(store.get().base),
    shoot() {
      const { run } = store.get();
      if (run) change({ mode: 'play', t: 0, playing: true, stroke: strokeBegin() });
      else void compute(true);
    },
    again() {
      change({ mode: 'aim', t: 0, playing: false });
    },
    next: () => {
      const { run, scene } = store.get();
      if (!run) return null;
      try {
        const struck = scene.shot ? scene.balls[scene.shot.ball]!.id : scene.balls[0]?.id ?? 'cue';
        const following = readyToStrike(engine.after(run), struck);
        adopt(following, {
          base: following, mode: 'aim', t: 0, playing: false, kept: null,
          selected: following.shot?.ball ?? 0,
        });
        return null;
      } catch (problem) {
        return messageOf(problem);
      }
    },
    keep() {
      const { run } = store.get();
      if (run) change({ kept: { run, label: `${run.engine} ${run.hash.slice(0, 8)}` } });
    },
    dropKept: () => change({ kept: null }),
    stop() {
      clearTimeout(timer);
      runner.stop();
      change({ busy: null });
    },
  };

  const { scene } = store.get();
  adopt(scene, {});
  return session;
}
