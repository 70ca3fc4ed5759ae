// The engines for the page: `loadEngine(wasmAddress)`, and long runs beside it.
import wasmUrl from '../../../build/wasm/cuelab.wasm?url';

export { loadEngine } from './engine';
export { simulateInWorker } from './long_run';
export type { LongRunOptions } from './long_run';

/// Where the page finds the WebAssembly module.
export const wasmAddress = new URL(wasmUrl, import.meta.url);
