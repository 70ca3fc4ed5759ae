// The page's `Engine`, implemented on the WebAssembly module.
import { InputError } from '../api';
import type { Engine, EngineName, FoundShots, KeyDoc, MakeRegion, Scene, Trajectory } from '../api';
import { Module } from './module';
import type { Handle, Progress } from './module';
import { Run } from './run';

/// The text from which a scene was read. Parsing it again for another engine gives the same bits as
/// the command line.
interface Source {
  readonly name: string;
  readonly text: string;
  readonly overrides: readonly string[];
}

export class WasmEngine implements Engine {
  private readonly sources = new WeakMap<Scene, Source>();

  constructor(private readonly module: Module) {}

  parse(text: string, name: string, overrides: readonly string[] = []): Scene {
    this.module.setInput(name, text, ...overrides);
    const scene = this.answer<Scene>(this.module.calls.parse());
    this.sources.set(scene, { name, text, overrides: [...overrides] });
    return scene;
  }

  simulate(scene: Scene, engine?: EngineName, tMax?: number, progress?: Progress): Trajectory {
    if (tMax !== undefined && !(tMax >= 0)) {
      throw new InputError(`run.t_max: is ${tMax}, must be >= 0`);
    }
    const { name, text, overrides } = this.sources.get(scene) ?? sourceOf(scene);
    const choice = engine === undefined ? [] : [`run.engine="${engine}"`];
    this.module.setInput(name, text, ...overrides, ...choice);
    this.module.progress = progress ?? (() => true);
    const begin = performance.now();
    const handle = this.module.calls.simulate(tMax ?? NaN);
    return this.keep(handle, (performance.now() - begin) / 1000);
  }

  open(text: string, name: string): Trajectory {
    this.module.setInput(name, text);
    const handle = this.module.calls.open();
    return this.keep(handle, handle === 0 ? 0 : this.module.calls.wall_seconds(handle));
  }

  keys(): readonly KeyDoc[] {
    this.module.calls.keys();
    return JSON.parse(this.module.outputText()) as KeyDoc[];
  }

  /// The shots that reach the goals of a goal file; takes seconds. `progress` gets the part done.
  findShots(goal: string, progress: (part: number) => void = () => {}): FoundShots {
    this.module.setInput(goal);
    this.module.progress = (part) => {
      progress(part);
      return true;
    };
    return this.answer<FoundShots>(this.module.calls.find_shots());
  }

  makeRegion(goal: string, headings: number, speeds: number): MakeRegion {
    this.module.setInput(goal);
    return this.answer<MakeRegion>(this.module.calls.make_region(headings, speeds));
  }

  after(trajectory: Trajectory): Scene {
    if (!(trajectory instanceof Run)) throw new TypeError('a trajectory of another engine');
    return trajectory.after();
  }

  private answer<T>(found: number): T {
    const text = this.module.outputText();
    if (found === 0) throw new InputError(text);
    return JSON.parse(text) as T;
  }

  private keep(handle: Handle, wallSeconds: number): Run {
    if (handle === 0) throw new InputError(this.module.outputText());
    return new Run(this.module, handle, wallSeconds);
  }
}

function sourceOf(scene: Scene): Source {
  return { name: scene.name, text: scene.json, overrides: [] };
}

export async function loadEngine(source: URL | BufferSource): Promise<Engine> {
  return new WasmEngine(await Module.load(source));
}
