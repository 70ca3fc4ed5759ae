// The engines for the page: `loadEngine(wasmAddress)`, and long work in a worker.
import wasmUrl from '../../../build/wasm/cuelab.wasm?url';

export { loadEngine } from './engine';
export { findShotsInWorker, simulateInWorker } from './long_run';
export type { LongRunOptions } from './long_run';

/// Address of the WebAssembly module.
export const wasmAddress = new URL(wasmUrl, import.meta.url);
