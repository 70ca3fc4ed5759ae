// The messages between the page and the worker of a long run.
import { InputError } from '../api';
import type { EngineName } from '../api';
import { WasmEngine } from './engine';
import { Module } from './module';

/// A simulation, answered with its recording, or a search, answered with `FoundShots` as JSON.
export type Task =
  | { readonly kind: 'run'; readonly scene: string; readonly engine: EngineName;
      readonly tMax: number | undefined }
  | { readonly kind: 'shots'; readonly goal: string };
export type Job = { readonly wasm: string | BufferSource } & Task;

export type Reply =
  | { readonly kind: 'progress'; readonly t: number } // simulated time [s], or the part done
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string; readonly ofInput: boolean };

/// Minimum time between progress messages [ms].
const progressSpacing = 50;

function resultOf(job: Job, engine: WasmEngine, progress: (t: number) => boolean): string {
  if (job.kind === 'shots') return JSON.stringify(engine.findShots(job.goal, progress));
  const scene = engine.parse(job.scene, 'scene');
  return engine.simulate(scene, job.engine, job.tMax, progress).toJson();
}

/// Runs the job; the last reply is the result or an error.
export async function answer(job: Job, reply: (reply: Reply) => void): Promise<void> {
  try {
    const wasm = typeof job.wasm === 'string' ? new URL(job.wasm) : job.wasm;
    const engine = new WasmEngine(await Module.load(wasm));
    let sent = performance.now();
    const progress = (t: number): boolean => {
      const now = performance.now();
      if (now - sent >= progressSpacing) {
        sent = now;
        reply({ kind: 'progress', t });
      }
      return true;
    };
    reply({ kind: 'result', text: resultOf(job, engine, progress) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ kind: 'error', message, ofInput: error instanceof InputError });
  }
}
