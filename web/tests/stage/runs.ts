// Runs made by hand.
import { motions, type Path, type Trajectory } from '../../src/api';
import { boxTable, sceneOf } from './tables';

export const m = (name: (typeof motions)[number]): number => motions.indexOf(name);

/// Rests until 1, slides to x = 1 at 2, rolls to x = 2 at 4, falls.
export const path: Path = {
  points: new Float32Array([0, 0, 0.03, 0, 0, 0.03, 1, 0, 0.03, 2, 0, 0.03, 2.05, 0, -0.08]),
  times: new Float32Array([0, 1, 2, 4, 4]),
  motion: new Uint8Array([m('stationary'), m('sliding'), m('rolling'), m('pocketed'), m('pocketed')]),
};

/// Two balls at rest beside the left cushion, and what else happens.
export function runWith(parts: Partial<Trajectory>): Trajectory {
  const scene = sceneOf(boxTable(2, 1), ['cue', '1']);
  const still = (x: number): Path => ({
    points: new Float32Array([x, 0.47, 0.03, x, 0.47, 0.03]), times: new Float32Array([0, 9]), motion: new Uint8Array([0, 0]),
  });
  return {
    scene, events: [], contacts: [], path: (ball: number) => still(0.06 * ball), ...parts,
  } as Trajectory;
}
