// A run inside the WebAssembly module as the page's `Trajectory`.
import { InputError, stride } from '../api';
import type {
  Contact, EngineName, Path, Scene, Sensitivity, Trajectory, TrajectoryEvent,
} from '../api';
import type { Handle, Module } from './module';

interface Description {
  readonly scene: Scene;
  readonly engine: EngineName;
  readonly tEnd: number;
  readonly stop: string;
  readonly hash: string;
  readonly cost: Trajectory['cost'];
}

/// The events and contacts of a run.
interface EventLog {
  readonly events: readonly TrajectoryEvent[];
  readonly contacts: readonly Contact[];
}

export class Run implements Trajectory {
  readonly scene: Scene;
  readonly engine: EngineName;
  readonly tEnd: number;
  readonly stop: string;
  readonly hash: string;
  readonly cost: Trajectory['cost'];
  private readonly numbers: Float64Array;
  private log: EventLog | undefined;

  constructor(
    private readonly module: Module,
    private handle: Handle,
    readonly wallSeconds: number,
  ) {
    module.calls.describe(handle);
    const description = JSON.parse(module.outputText()) as Description;
    this.scene = description.scene;
    this.engine = description.engine;
    this.tEnd = description.tEnd;
    this.stop = description.stop;
    this.hash = description.hash;
    this.cost = description.cost;
    this.numbers = new Float64Array(this.scene.balls.length * stride);
  }

  get events(): readonly TrajectoryEvent[] {
    return this.readLog().events;
  }

  get contacts(): readonly Contact[] {
    return this.readLog().contacts;
  }

  sample(t: number): Float64Array {
    const address = this.module.calls.sample(this.held(), t);
    this.numbers.set(this.module.numbersAt(address, this.numbers.length));
    return this.numbers;
  }

  path(ball: number): Path {
    if (!(ball in this.scene.balls)) throw new RangeError(`no ball has the index ${ball}`);
    const count = this.module.calls.path(this.held(), ball);
    const { buffer } = this.module.output();
    return {
      points: new Float32Array(buffer, 0, 3 * count),
      times: new Float32Array(buffer, 12 * count, count),
      motion: new Uint8Array(buffer, 16 * count, count),
    };
  }

  energy(): Float64Array {
    this.module.calls.energy(this.held());
    return new Float64Array(this.module.output().buffer);
  }

  sensitivity(): Sensitivity {
    const found = this.module.calls.sensitivity(this.held()) !== 0;
    const answer = this.module.outputText();
    if (!found) throw new InputError(answer);
    return JSON.parse(answer) as Sensitivity;
  }

  toJson(): string {
    this.module.calls.recording(this.held(), this.wallSeconds);
    return this.module.outputText();
  }

  after(): Scene {
    const found = this.module.calls.after(this.held()) !== 0;
    const answer = this.module.outputText();
    if (!found) throw new InputError(answer);
    return JSON.parse(answer) as Scene;
  }

  free(): void {
    this.module.calls.release(this.handle);
    this.handle = 0;
  }

  private held(): Handle {
    if (this.handle === 0) throw new Error('the trajectory was freed');
    return this.handle;
  }

  /// Read on first use; most previews never need it.
  private readLog(): EventLog {
    if (this.log === undefined) {
      this.module.calls.events(this.held());
      this.log = JSON.parse(this.module.outputText()) as EventLog;
    }
    return this.log;
  }
}
