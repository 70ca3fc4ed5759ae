import './ui/page.css';
import './ui/controls.css';
import { startPage } from './ui/page';
import { findShotsInWorker, loadEngine, simulateInWorker, wasmAddress } from './engine';
import { makeStage } from './stage';

loadEngine(wasmAddress)
  .then((engine) => startPage({ engine, longRun: simulateInWorker, findShots: findShotsInWorker, makeStage }))
  .catch((problem: unknown) => {
    const place = document.getElementById('loading') ?? document.body;
    const why = problem instanceof Error ? problem.message : String(problem);
    place.textContent = `The viewer could not start: ${why}`;
  });
