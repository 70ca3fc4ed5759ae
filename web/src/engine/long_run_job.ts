// The messages between the page and the worker of a long run.
import { InputError } from '../api';
import type { EngineName } from '../api';
import { WasmEngine } from './engine';
import { Module } from './module';

export interface Job {
  readonly wasm: string | BufferSource;
  readonly scene: string;
  readonly engine: EngineName;
  readonly tMax: number | undefined;
}

export type Reply =
  | { readonly kind: 'progress'; readonly t: number }
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string; readonly ofInput: boolean };

/// Minimum time between progress messages [ms].
const progressSpacing = 50;

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
    const scene = engine.parse(job.scene, 'scene');
    const run = engine.simulate(scene, job.engine, job.tMax, progress);
    reply({ kind: 'result', text: run.toJson() });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ kind: 'error', message, ofInput: error instanceof InputError });
  }
}
