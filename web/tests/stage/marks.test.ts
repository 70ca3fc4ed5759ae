import { describe, expect, it } from 'vitest';
import { marksOf, nearestNose } from '../../src/stage/marks';
import { runWith } from './runs';
import { boxTable } from './tables';

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

  it('grow with the force, and weak contacts get none', () => {
    const contact = (peakForce: number) => ({
      begin: 1, end: 1.1, agents: ['cue', '1'] as const, ball: 0, other: 1, peakForce, depth: 0,
    });
    const marks = marksOf(runWith({ contacts: [contact(1), contact(125), contact(1000)] }));
    expect(marks.length).toBe(2);
    expect(marks[1]!.size / marks[0]!.size).toBeCloseTo(2, 9);
  });
});
