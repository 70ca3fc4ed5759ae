import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/api';
import { clearanceOver, cuePlace } from '../../src/stage/aim';
import { hitBall, hitPlane } from '../../src/stage/picking';

const centre: Vec3 = [0.2, 0.1, 0.03];
const aim = (parts: object) => ({
  ball: 0, heading: 0, elevation: 0, side: 0, height: 0, draw: 0, path: [], ghost: null, object: [], ...parts,
});

describe('the cue', () => {
  it('is level behind the ball by default', () => {
    const { tip, back } = cuePlace(aim({}), centre, 0.03, 0);
    expect(back.map((v) => v + 0)).toEqual([-1, 0, 0]);
    expect(tip[0]).toBeGreaterThan(0.2 - 0.03 - 0.01);
    expect(tip[0]).toBeLessThan(0.2 - 0.03);
    expect([tip[1], tip[2]]).toEqual([0.1, 0.03]);
  });

  it('meets the ball to the left and above for positive offsets, at any heading', () => {
    const { tip } = cuePlace(aim({ heading: 90, side: 0.5, height: 0.25 }), centre, 0.03, 0);
    expect(tip[0]).toBeCloseTo(0.2 - 0.015, 12);
    expect(tip[2]).toBeCloseTo(0.03 + 0.0075, 12);
    expect(tip[1]).toBeLessThan(0.1);
  });

  it('points down by the elevation and is drawn back along itself', () => {
    const still = cuePlace(aim({ elevation: 30 }), centre, 0.03, 0);
    const drawn = cuePlace(aim({ elevation: 30, draw: 1 }), centre, 0.03, 0);
    expect(still.back[2]).toBeCloseTo(0.5, 12);
    const way = [0, 1, 2].map((i) => drawn.tip[i]! - still.tip[i]!);
    const far = Math.hypot(...way);
    expect(far).toBeGreaterThan(0.1);
    way.forEach((v, i) => expect(v / far).toBeCloseTo(still.back[i]!, 12));
  });

  it('passes over the rail behind the ball', () => {
    const steep = clearanceOver(centre, 0, [1, 0.5], 0.05);
    // the rail is 1.2 m behind
    expect(0.03 + 1.2 * Math.tan(steep)).toBeGreaterThan(0.05);
    expect(clearanceOver([-0.95, 0, 0.03], 0, [1, 0.5], 0.05)).toBeGreaterThan(steep);
    expect(clearanceOver([-0.95, 0, 0.03], 180, [1, 0.5], 0.05)).toBeCloseTo(steep, 6);
  });
});

describe('picking', () => {
  it('hits a plane below, none above the horizon', () => {
    expect(hitPlane({ from: [0, 0, 2], along: [0.6, 0, -0.8] }, 0)).toEqual([1.5, 0]);
    expect(hitPlane({ from: [0, 0, 2], along: [0.6, 0, 0.8] }, 0)).toBeNull();
  });

  it('finds the nearer of two balls, and none that is out of play', () => {
    const ray = { from: [0, 0, 0.03], along: [1, 0, 0] } as const;
    const places: (Vec3 | null)[] = [[2, 0.02, 0.03], [1, 0.02, 0.03], null];
    expect(hitBall(ray, places, [0.03, 0.03, 0.03], 1)).toBe(1);
    expect(hitBall(ray, [[2, 0.04, 0.03]], [0.03], 1)).toBe(-1);
    expect(hitBall(ray, [[2, 0.04, 0.03]], [0.03], 1.5)).toBe(0);
    expect(hitBall(ray, [[-2, 0, 0.03]], [0.03], 1)).toBe(-1);
  });
});
