// Gives the test in the browser the functions a page uses.
import { loadEngine, simulateInWorker, wasmAddress } from '../../../src/engine';

declare global {
  interface Window {
    engine: { load: () => ReturnType<typeof loadEngine>; inWorker: typeof simulateInWorker };
  }
}

window.engine = { load: () => loadEngine(wasmAddress), inWorker: simulateInWorker };
