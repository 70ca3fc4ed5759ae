// A tiny engine and its runs, enough for the logic of the page.
import {
  InputError, stride, type Engine, type EngineName, type KeyDoc, type Path, type Scene, type Trajectory,
  type TrajectoryEvent,
} from '../../src/api';
import { noColours, noDrawing } from '../blank';
import type { Runner } from '../../src/ui/runner';

type Loose = Record<string, any>;

/// A path along straight lines between points [x, y, t].
export function lines(...corners: readonly [number, number, number][]): Path {
  return {
    points: Float32Array.from(corners.flatMap(([x, y]) => [x, y, 0.03])),
    times: Float32Array.from(corners.map(([, , t]) => t)),
    motion: new Uint8Array(Math.max(0, corners.length - 1)),
  };
}

export function event(t: number, type: string, ball: number, other = -1): TrajectoryEvent {
  return { t, type, agents: [String(ball), other < 0 ? '' : String(other)], at: [0, 0, 0], ball, other };
}

export function sceneFrom(document: Loose): Scene {
  const balls = (document['balls'] as Loose[]).map((ball) => ({
    id: ball['id'], radius: 0.03, mass: 0.17, position: ball['position'], colours: noColours,
  }));
  const shot = document['shot'] ? {
    speed: 1, heading: 0, side: 0, height: 0, elevation: 0, ...document['shot'],
    ball: balls.findIndex((ball) => ball.id === document['shot'].ball),
  } : null;
  return {
    name: document['name'] ?? '', balls, shot, system: { kind: 'pool' },
    engine: document['run']?.engine ?? 'event',
    table: { preset: 'pool-9ft', length: 2.54, width: 1.27, cushionHeight: 0.036, cushions: [], jaws: [], pockets: [], spots: [], drawing: noDrawing },
    json: JSON.stringify(document), toml: '', notBuilt: '',
  };
}

/// A run of a scene in which nothing moves.
export function runOf(scene: Scene, engine: EngineName, more: Partial<Trajectory> = {}): Trajectory {
  return {
    scene, engine, tEnd: 2, stop: 'at-rest', hash: 'abcdef0123456789', contacts: [], wallSeconds: 1e-3,
    events: [event(0.5, 'ball-ball', 0, 1), event(1.5, 'rolling-stationary', 1)],
    cost: { events: 2, steps: 0 },
    sample: () => {
      const sample = new Float64Array(stride * scene.balls.length);
      scene.balls.forEach((ball, i) => sample.set(ball.position, stride * i));
      return sample;
    },
    path: () => lines([0, 0, 0], [1, 0, 2]),
    energy: () => Float64Array.from([0, 1, 2, 0]),
    sensitivity: () => { throw new InputError('not in this run'); },
    toJson: () => '{}',
    free() {},
    ...more,
  };
}

/// What is said of the law "patch".
export const notBuilt = 'physics.cloth.law: "patch" is not built yet; available: coulomb';

/// Like the module's writer, a scene knows no law that is not built.
function dropUnbuilt(document: Loose): string {
  if (document['physics']?.cloth?.law !== 'patch') return '';
  delete document['physics'].cloth;
  return notBuilt;
}

function put(document: Loose, override: string): void {
  const equals = override.indexOf('=');
  const path = override.slice(0, equals).split('.');
  const leaf = path.pop()!;
  let node = document;
  for (const part of path) node = node[part] ??= {};
  const text = override.slice(equals + 1);
  try {
    node[leaf] = JSON.parse(text);
  } catch {
    node[leaf] = text;
  }
}

/// Refuses balls closer than two radii, speeds above 100 and texts that are no JSON; runs of the
/// stepped engine do not end.
export class FakeEngine implements Engine {
  readonly alive = new Set<Trajectory>();

  parse(text: string, name: string, overrides: readonly string[] = []): Scene {
    let document: Loose;
    try {
      document = JSON.parse(text);
    } catch {
      throw new InputError(`${name}: not a scene`);
    }
    for (const override of overrides) put(document, override);
    if ((document['shot']?.speed ?? 0) > 100) {
      throw new InputError(`${name}: shot.speed: is ${document['shot'].speed}, must be between 0 and 100`);
    }
    const unbuilt = dropUnbuilt(document);
    const scene = { ...sceneFrom(document), notBuilt: unbuilt };
    scene.balls.forEach((a, i) => scene.balls.slice(0, i).forEach((b) => {
      if (Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]) < 0.06) {
        throw new InputError(`${name}: balls.${i}.position: overlaps ball ${b.id}`);
      }
    }));
    return scene;
  }

  simulate(scene: Scene, engine: EngineName = scene.engine): Trajectory {
    if (scene.notBuilt !== '') throw new InputError(`scene.json: ${scene.notBuilt}`);
    if (engine === 'stepped') throw new InputError('scene.json: run.max_events: reached 2 events');
    const run: Trajectory = runOf(scene, engine, { free: () => this.alive.delete(run) });
    this.alive.add(run);
    return run;
  }

  open(text: string, name: string): Trajectory {
    return this.simulate(this.parse(JSON.stringify(JSON.parse(text).scene_document), name));
  }

  makeRegion() {
    return { headings: [-1, 1], speeds: [-1, 1], success: [1], chance: 1, error: 0 };
  }

  keys(): readonly KeyDoc[] {
    return [];
  }

  /// The struck ball has fallen.
  after(trajectory: Trajectory): Scene {
    const document = JSON.parse(trajectory.scene.json);
    delete document.shot;
    document.balls.shift();
    return sceneFrom(document);
  }
}

export class FakeRunner implements Runner {
  stopped = 0;
  constructor(private readonly engine: FakeEngine) {}
  async run(scene: Scene, engine: EngineName): Promise<{ run: Trajectory; wallSeconds: number }> {
    return { run: this.engine.simulate(scene, engine), wallSeconds: 0.5 };
  }
  stop(): void {
    this.stopped++;
  }
}

export const twoBalls = JSON.stringify({
  schema: 1, name: 'two balls',
  balls: [{ id: 'cue', position: [-0.5, 0, 0.03] }, { id: '1', position: [0.5, 0, 0.03] }],
  shot: { ball: 'cue', speed: 2, heading: 0, side: 0, height: 0, elevation: 0 },
  run: { engine: 'event' },
});
