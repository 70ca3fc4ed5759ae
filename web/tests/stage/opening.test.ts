import { describe, expect, it } from 'vitest';
import type { Vec2 } from '../../src/api';
import { area, distance } from '../../src/stage/plane';
import { opening, polygonOf } from '../../src/stage/opening';
import { presetTable } from './tables';

const half: Vec2 = [1, 0.5];
const r = 0.1;
const disc = Math.PI * r * r;
const areaWith = (...centres: Vec2[]): number =>
  area(polygonOf(opening(half, centres.map((centre) => ({ centre, radius: r })))));

describe('the opening in the wood', () => {
  it('is the rectangle if no hole crosses its edge', () => {
    expect(areaWith()).toBeCloseTo(2, 12);
    expect(areaWith([0, 0])).toBeCloseTo(2, 12);
    expect(areaWith([3, 0])).toBeCloseTo(2, 12);
  });

  it('grows by half a disc for a hole on an edge, by three quarters for one on a corner', () => {
    // chords instead of arcs lose less than 0.2 % of a disc
    expect(areaWith([0.2, 0.5]) - 2).toBeCloseTo(0.5 * disc, 4);
    expect(areaWith([-1, 0.1]) - 2).toBeCloseTo(0.5 * disc, 4);
    expect(areaWith([1, 0.5]) - 2).toBeCloseTo(0.75 * disc, 4);
    expect(areaWith([1, 0.5], [-1, 0.5], [0, -0.5]) - 2).toBeCloseTo(2 * disc, 3);
  });

  it('closes around all six holes of a pool table', () => {
    const table = presetTable('pool-9ft');
    const ring = opening([0.5 * table.length + 0.05, 0.5 * table.width + 0.05], table.pockets);
    expect(new Set(ring.map((s) => s.circle)).size).toBe(7);
    ring.forEach((s, i) => {
      const next = ring[(i + 1) % ring.length]!;
      expect(distance(s.points[s.points.length - 1]!, next.points[0]!)).toBeLessThan(1e-7);
    });
  });
});
