import { describe, expect, it } from 'vitest';
import type { Path } from '../../src/api';
import { dropInto, dropToFloor, fallOf, tableHeight } from '../../src/stage/falls';
import { m, path, runWith } from './runs';
import { presetTable, sceneOf } from './tables';

describe('a fall into a pocket', () => {
  const pocket = { id: 'p', centre: [1, 0.5], radius: 0.06, depth: 0.08 } as const;
  const fall = dropInto(pocket, 2, [0.95, 0.5, 0.03], 0.03);

  it('starts at the edge and follows gravity', () => {
    expect(fall.at(2)).toEqual([0.95, 0.5, 0.03]);
    expect(fall.at(2.1)![2]).toBeCloseTo(0.03 - 0.5 * 9.81 * 0.01, 12);
  });

  it('stays clear of the wall once the ball is under the cloth, and ends', () => {
    for (let t = 2; t < 3; t += 0.005) {
      const at = fall.at(t);
      if (at && at[2] < 0) expect(Math.hypot(at[0] - 1, at[1] - 0.5)).toBeLessThanOrEqual(0.06 - 0.03);
    }
    expect(fall.at(2.3)).toBeNull();
  });

  it('of a run begins where its path reaches the hole', () => {
    const table = presetTable('pool-9ft');
    const scene = { ...sceneOf(table, ['cue']), table };
    const run = runWith({
      scene, path: () => path,
      events: [{ t: 4, type: 'ball-pocket', agents: ['cue', table.pockets[0]!.id], at: [2, 0, 0.03], ball: 0, other: -1 }],
    });
    expect(fallOf(run, 0)!.at(4)![0]).toBeCloseTo(2, 6);
    expect(fallOf(runWith({}), 0)).toBeNull();
  });
});

describe('a ball that leaves the table', () => {
  it('flies a parabola to the floor and lies there', () => {
    const fall = dropToFloor(1, [1.5, 0, 0], [2, 0, -1], 0.03);
    expect(fall.at(1)).toEqual([1.5, 0, 0]);
    expect(fall.at(1.1)![2]).toBeCloseTo(-0.1 - 0.5 * 9.81 * 0.01, 12);
    expect(fall.at(9)![2]).toBeCloseTo(0.03 - tableHeight, 12);
    expect(fall.at(9)).toEqual(fall.at(10));
  });

  it('continues with the velocity at the end of its path', () => {
    const flight: Path = {
      points: new Float32Array([1, 0, 0.2, 1.5, 0, 0.1, 2, 0.1, 0, 2, 0.1, 0]), times: new Float32Array([0, 0.25, 0.5, 0.5]),
      motion: new Uint8Array([m('airborne'), m('airborne'), m('off-table'), m('off-table')]),
    };
    const run = runWith({
      path: () => flight,
      events: [{ t: 0.5, type: 'ball-floor', agents: ['cue', ''], at: [2, 0.1, 0], ball: 0, other: -1 }],
    });
    const [x, y] = fallOf(run, 0)!.at(0.6)!;
    expect(x).toBeCloseTo(2.2, 6);
    expect(y).toBeCloseTo(0.14, 6);
  });
});
