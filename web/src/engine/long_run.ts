// A simulation or a search in a worker.
import wasmUrl from '../../../build/wasm/cuelab.wasm?url';
import { InputError } from '../api';
import type { EngineName, FoundShots } from '../api';
import type { Job, Reply, Task } from './long_run_job';

interface WorkOptions {
  /// called periodically with the simulated time [s], or the part done of a search
  readonly onProgress?: (t: number) => void;
  /// ends the work; the promise is then rejected with the signal's reason
  readonly signal?: AbortSignal;
}
export interface LongRunOptions extends WorkOptions { readonly tMax?: number }

/// Simulates a scene in its own worker and returns the recording. Rejects with InputError if the
/// engine rejects the scene.
export function simulateInWorker(scene: string, engine: EngineName,
                                 { tMax, ...options }: LongRunOptions = {}): Promise<string> {
  return inWorker({ kind: 'run', scene, engine, tMax }, options);
}

/// The shots that reach the goals of a goal file. Rejects with InputError if it is invalid.
export async function findShotsInWorker(goal: string, options: WorkOptions = {}): Promise<FoundShots> {
  return JSON.parse(await inWorker({ kind: 'shots', goal }, options)) as FoundShots;
}

function inWorker(task: Task, { onProgress, signal }: WorkOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const abort = (): void => finish(() => reject(signal?.reason));
    const finish = (settle: () => void): void => {
      worker.terminate();
      signal?.removeEventListener('abort', abort);
      settle();
    };
    signal?.addEventListener('abort', abort);
    worker.onerror = (event) => finish(() => reject(new Error(event.message)));
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'progress') {
        onProgress?.(data.t);
      } else if (data.kind === 'result') {
        finish(() => resolve(data.text));
      } else {
        const Failure = data.ofInput ? InputError : Error;
        finish(() => reject(new Failure(data.message)));
      }
    };
    const wasm = new URL(wasmUrl, import.meta.url).href;
    worker.postMessage({ wasm, ...task } satisfies Job);
  });
}
