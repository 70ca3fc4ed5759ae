import { describe, expect, it } from 'vitest';
import type { Table, Vec2 } from '../../src/api';
import { distance, dot, sub, unit } from '../../src/stage/plane';
import { cushionDepth, hasFrame, planRails, railWidth } from '../../src/stage/rails';
import { boxTable, printedTable } from './tables';

/// Distance from p to the nearest nose line made endless, jaw circle included.
function offParts(table: Table, p: Vec2): number {
  const lines = table.cushions.map((c) => {
    const along = unit(sub(c.to, c.from));
    const d = sub(p, c.from);
    return Math.abs(d[0] * along[1] - d[1] * along[0]);
  });
  const jaws = table.jaws.map((j) => Math.abs(distance(p, j.centre) - j.radius));
  return Math.min(...lines, ...jaws);
}

describe.each(['pool-9ft', 'snooker-12ft'])('the cushions of %s', (name) => {
  const table = printedTable(name);
  const depth = cushionDepth(table);
  const plan = planRails(table, depth);

  it('are six, and use every part', () => {
    expect(plan.shapes.length).toBe(6);
    expect(plan.looseCushions).toEqual([]);
    expect(plan.looseJaws).toEqual([]);
  });

  it('have their front where the engine has noses, jaws and facings', () => {
    for (const shape of plan.shapes) {
      for (const p of shape.front) expect(offParts(table, p)).toBeLessThan(1e-9);
    }
  });

  it('hold every nose line with its very ends', () => {
    const points = plan.shapes.flatMap((s) => s.front);
    for (const c of table.cushions.filter((nose) => nose.id.startsWith('nose'))) {
      expect(points).toContain(c.from);
      expect(points).toContain(c.to);
    }
  });

  it('begin and end at the back of the rubber and never come before the nose', () => {
    for (const shape of plan.shapes) {
      const heights = shape.front.map((p) => dot(sub(p, shape.origin), shape.out));
      expect(heights[0]).toBeCloseTo(depth, 6);
      expect(heights[heights.length - 1]).toBeCloseTo(depth, 6);
      expect(Math.min(...heights)).toBeGreaterThan(-1e-12);
    }
  });

  it('leave room in the wood for every hole', () => {
    const width = railWidth(table);
    for (const p of table.pockets) {
      expect(Math.abs(p.centre[0]) + p.radius).toBeLessThan(0.5 * table.length + width);
      expect(Math.abs(p.centre[1]) + p.radius).toBeLessThan(0.5 * table.width + width);
    }
  });
});

describe('a table without pockets', () => {
  it('has four cushions that meet in mitres', () => {
    const plan = planRails(boxTable(2, 1), 0.05);
    const ends = plan.shapes.flatMap((s) => [s.front[0]!, s.front[3]!]);
    for (const corner of [[1.05, 0.55], [1.05, -0.55], [-1.05, 0.55], [-1.05, -0.55]] as Vec2[]) {
      expect(ends.filter((p) => distance(p, corner) < 1e-12).length).toBe(2);
    }
  });

  it('has a frame only if no side is missing', () => {
    const table = boxTable(2, 1);
    expect(hasFrame(table)).toBe(true);
    expect(hasFrame({ ...table, cushions: table.cushions.slice(1) })).toBe(false);
    expect(hasFrame({ ...table, length: 0, width: 0 })).toBe(false);
  });

  it('shows parts inside it as standing alone', () => {
    const table = boxTable(2, 1);
    const wall = { id: 'wall', from: [0, 0], to: [0.3, 0.1] } as const;
    const jaw = { id: 'post', centre: [0.5, 0], radius: 0.02 } as const;
    const plan = planRails({ ...table, cushions: [...table.cushions, wall], jaws: [jaw] }, 0.05);
    expect(plan.looseCushions).toEqual([wall]);
    expect(plan.looseJaws).toEqual([jaw]);
  });
});
