// A simulation in a worker.
import wasmUrl from '../../../build/wasm/cuelab.wasm?url';
import { InputError } from '../api';
import type { EngineName } from '../api';
import type { Job, Reply } from './long_run_job';

export interface LongRunOptions {
  readonly tMax?: number;
  /// called periodically with the simulated time [s]
  readonly onProgress?: (t: number) => void;
  /// ends the run; the promise is then rejected with the signal's reason
  readonly signal?: AbortSignal;
}

/// Simulates a scene in its own worker and returns the recording. Rejects with InputError if the
/// engine rejects the scene.
export function simulateInWorker(
  scene: string,
  engine: EngineName,
  { tMax, onProgress, signal }: LongRunOptions = {},
): Promise<string> {
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
    worker.postMessage({ wasm, scene, engine, tMax } satisfies Job);
  });
}
