import { describe, expect, it } from 'vitest';
import { motions, type Path, type Trajectory } from '../../src/api';
import { dropInto, dropToFloor, fallOf, tableHeight } from '../../src/stage/falls';
import { begun, marksOf, nearestNose, placeAt, wayColours, wayOf } from '../../src/stage/ways';
import { boxTable, printedTable, sceneOf } from './tables';

const m = (name: (typeof motions)[number]): number => motions.indexOf(name);

/// Rests until 1, slides to x = 1 at 2, rolls to x = 2 at 4, falls.
const path: Path = {
  points: new Float32Array([0, 0, 0.03, 0, 0, 0.03, 1, 0, 0.03, 2, 0, 0.03, 2.05, 0, -0.08]),
  times: new Float32Array([0, 1, 2, 4, 4]),
  motion: new Uint8Array([m('stationary'), m('sliding'), m('rolling'), m('pocketed'), m('pocketed')]),
};

describe('a way', () => {
  const way = wayOf(path, 0.03, 0.001);

  it('leaves out rest and the jump into a pocket, and lies on the cloth', () => {
    expect([...way.motion]).toEqual([m('sliding'), m('rolling')]);
    expect([...way.positions].map((v) => Math.round(1e6 * v) / 1e6)).toEqual(
      [0, 0, 0.001, 1, 0, 0.001, 1, 0, 0.001, 2, 0, 0.001]);
  });

  it('is revealed piece by piece', () => {
    expect([0, 1, 1.5, 2, 2.1, 9].map((t) => begun(way, t))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('is coloured by ball or by motion', () => {
    const byBall = wayColours(way, '#ff0000', false);
    expect([...byBall.slice(0, 3)]).toEqual([1, 0, 0]);
    expect([...byBall.slice(6, 9)]).toEqual([1, 0, 0]);
    const byMotion = wayColours(way, '#ff0000', true);
    expect([...byMotion.slice(0, 3)]).not.toEqual([...byMotion.slice(6, 9)]);
  });
});

describe('a place on a path', () => {
  it.each([[0.5, 0], [1.5, 0.5], [2, 1], [3, 1.5]])('at %f s is x = %f', (t, x) => {
    expect(placeAt(path, t)[0]).toBeCloseTo(x, 6);
  });
});

describe('the nearest nose', () => {
  it('is the foot of the perpendicular, an end, or a point of a jaw', () => {
    const table = boxTable(2, 1);
    expect(nearestNose(table, [0.25, 0.4])).toEqual([0.25, 0.5]);
    expect(nearestNose(table, [1.5, 0.9])).toEqual([1, 0.5]);
    const jaw = nearestNose({ ...table, cushions: [], jaws: [{ id: 'j', centre: [0, 0], radius: 0.1 }] }, [3, 4]);
    expect(jaw![0]).toBeCloseTo(0.06, 12);
    expect(jaw![1]).toBeCloseTo(0.08, 12);
  });
});

function runWith(parts: Partial<Trajectory>): Trajectory {
  const scene = sceneOf(boxTable(2, 1), ['cue', '1']);
  const still = (x: number): Path => ({
    points: new Float32Array([x, 0.47, 0.03, x, 0.47, 0.03]), times: new Float32Array([0, 9]), motion: new Uint8Array([0, 0]),
  });
  return {
    scene, events: [], contacts: [], path: (ball: number) => still(0.06 * ball), ...parts,
  } as Trajectory;
}

describe('marks', () => {
  it('of two balls lie between them, of a cushion on its nose', () => {
    const at = [0, 0.47, 0.03] as const;
    const marks = marksOf(runWith({
      events: [
        { t: 2, type: 'ball-cushion', agents: ['cue', 'left'], at, ball: 0, other: -1 },
        { t: 1, type: 'ball-ball', agents: ['cue', '1'], at, ball: 0, other: 1 },
        { t: 3, type: 'sliding-rolling', agents: ['cue', ''], at, ball: 0, other: -1 },
      ],
    }));
    expect(marks.map((k) => k.kind)).toEqual(['ball', 'cushion']);
    expect(marks[0]!.at[0]).toBeCloseTo(0.03, 7);
    expect(marks[1]!.at).toEqual([0, 0.5, 0.037]);
  });

  it('grow with the force, and faint contacts leave none', () => {
    const contact = (peakForce: number) => ({
      begin: 1, end: 1.1, agents: ['cue', '1'] as const, ball: 0, other: 1, peakForce, depth: 0,
    });
    const marks = marksOf(runWith({ contacts: [contact(1), contact(125), contact(1000)] }));
    expect(marks.length).toBe(2);
    expect(marks[1]!.size / marks[0]!.size).toBeCloseTo(2, 9);
  });
});

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

  it('of a run begins where its way reaches the hole', () => {
    const table = printedTable('pool-9ft');
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

  it('goes on with the velocity its way ends with', () => {
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
