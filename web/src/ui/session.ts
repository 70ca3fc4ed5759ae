// What a user can do: open, change, run, keep. Uses engine and state, not the page.
import { InputError, type Engine, type EngineName, type Scene, type Trajectory } from '../api';
import {
  changedShot, documentOf, freeId, freePlaces, movedBall, strokeFor, withBall, withCueBallFirst,
  withoutBall, type ShotChange,
} from './edits';
import { restored, type Document } from './keys';
import type { Finished, Runner } from './runner';
import { firstState, fittingRate, type PageState } from './state';
import { makeStore, type Store } from './store';

export interface Session {
  readonly store: Store<PageState>;
  /// Opens a scene or recording. Throws InputError and changes nothing if it is invalid.
  open(text: string, name: string): void;
  setShot(change: ShotChange): void;
  /// Returns why it was rejected, or null.
  moveBall(ball: number, x: number, y: number): string | null;
  addBall(): string | null;
  removeBall(ball: number): string | null;
  strikeBall(ball: number): string | null;
  /// `value` in TOML. Returns why it was rejected, or null.
  setKey(path: string, value: string): string | null;
  resetKey(path: string): string | null;
  /// Restores the scene as it was opened.
  resetAll(): void;
  shoot(): void;
  /// Back to aiming this shot; on to the next shot.
  again(): void;
  next(): string | null;
  keep(): void;
  dropKept(): void;
  stop(): void;
}

/// A slow engine runs again this long after the last change [ms].
const settle = 250;

export function isRecording(text: string): boolean {
  return /^\s*\{/.test(text) && /"pieces"\s*:/.test(text);
}

function quick(engine: EngineName): boolean {
  return engine === 'event' || engine === 'hybrid';
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

/// The message without the file name that the page gives its own scenes.
function reasonOf(problem: InputError): string {
  return problem.message.replace(/^scene\.json: /, '');
}

/// Only the smooth engine runs systems other than a table.
function engineOf(scene: Scene): EngineName {
  return scene.system.kind === 'pool' ? scene.engine : 'smooth';
}

export function makeSession(engine: Engine, runner: Runner, first: { text: string; file: string },
                            report: (message: string) => void): Session {
  const store = makeStore(firstState(read(first.text, first.file)));
  let timer: ReturnType<typeof setTimeout> | undefined;

  /// Parses a scene; rejects one with a law that is not built, since saving would lose that law.
  function read(text: string, name: string, overrides: readonly string[] = []): Scene {
    const scene = engine.parse(text, name, overrides);
    if (scene.notBuilt !== '') throw new InputError(`${name}: ${scene.notBuilt}`);
    return scene;
  }

  /// Frees the runs that are no longer shown.
  function release(before: PageState): void {
    const now = store.get();
    const held = new Set<Trajectory | null>([now.run, now.preview, now.kept?.run ?? null]);
    for (const run of new Set([before.run, before.preview, before.kept?.run ?? null])) {
      if (run && !held.has(run)) run.free();
    }
  }

  function change(patch: Partial<PageState>): void {
    const before = store.get();
    store.set(patch);
    release(before);
  }

  /// The run of the scene's engine if it is quick, else the event engine's; or why it rejects the
  /// scene.
  function quickRun(scene: Scene): Pick<PageState, 'run' | 'refusal'> {
    if (scene.system.kind !== 'pool') return { run: null, refusal: null };
    try {
      const name = quick(engineOf(scene)) ? engineOf(scene) : 'event';
      return { run: engine.simulate(scene, name), refusal: null };
    } catch (problem) {
      if (problem instanceof InputError) return { run: null, refusal: reasonOf(problem) };
      throw problem;
    }
  }

  function adopt(scene: Scene, patch: Partial<PageState>): void {
    clearTimeout(timer);
    runner.stop();
    const preview = quickRun(scene);
    const { run, refusal } = quick(engineOf(scene)) ? preview : { run: null, refusal: null };
    const wall = run?.wallSeconds ?? 0;
    change({ scene, preview: preview.run, run, refusal, wall, busy: null, ...patch });
  }

  /// Without a shot there is no stroke to show.
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

  /// Runs a slow engine. `play` plays the run from its start; otherwise the time stays.
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
      if (!(problem instanceof InputError)) {
        change({ busy: null });
        report(messageOf(problem));
        return;
      }
      change({ busy: null, refusal: reasonOf(problem), mode: 'aim', t: 0 });
    }
  }

  /// Shows a changed scene: runs a quick engine at once, a slow one when changes pause.
  function accept(scene: Scene): void {
    const { mode, t } = store.get();
    if (mode === 'aim') {
      adopt(scene, { t: 0, playing: false });
      return;
    }
    adopt(scene, {});
    const { run, refusal } = store.get();
    if (run) change({ t: Math.min(t, run.tEnd) });
    else if (refusal !== null) change({ mode: 'aim', t: 0, playing: false });
    else timer = setTimeout(() => void compute(false), settle);
  }

  function attempt(make: () => Scene): string | null {
    try {
      accept(make());
      return null;
    } catch (problem) {
      if (problem instanceof InputError) return reasonOf(problem);
      throw problem;
    }
  }

  function parsed(document: Document): Scene {
    return read(JSON.stringify(document), 'scene.json');
  }

  function changedScene(overrides: readonly string[]): Scene {
    return read(store.get().scene.json, 'scene.json', overrides);
  }

  /// The scene with a ball at the first position that the engine accepts.
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

  /// A scene with a shot of this ball, which is put back if it was pocketed.
  function readyToStrike(scene: Scene, id: string): Scene {
    let ready = scene;
    if (!scene.balls.some((ball) => ball.id === id)) {
      ready = placed(scene, (place) => withCueBallFirst(documentOf(scene), id, place));
    }
    const ball = ready.balls.findIndex((other) => other.id === id);
    return read(ready.json, 'scene.json', strokeFor(ready, ball));
  }

  const session: Session = {
    store,
    open(text, name) {
      if (isRecording(text)) {
        const run = engine.open(text, name);
        const fresh = firstState(run.scene);
        adopt(run.scene, {
          base: run.scene, run, refusal: null, wall: run.wallSeconds, mode: 'play', t: 0, playing: true,
          selected: fresh.selected, tab: 'run', kept: null,
        });
        return;
      }
      const scene = read(text, name);
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
      const { run, refusal } = store.get();
      if (refusal !== null) report(refusal);
      else if (run) change({ mode: 'play', t: 0, playing: true, stroke: strokeBegin() });
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
