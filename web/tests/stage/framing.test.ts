import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/api';
import { axesOf, between, nearestTurn, poseOf, positionOf, type Box, type Pose } from '../../src/stage/framing';

const table: Box = { low: [-1.4, -0.8, -0.05], high: [1.4, 0.8, 0.04] };
const player = { ball: [-0.6, 0.1, 0.03] as Vec3, heading: 0.3, radius: 0.03 };

/// Place on the screen, -1 to 1 to the right and up.
function onScreen(pose: Pose, p: Vec3, aspect: number): readonly [number, number] {
  const camera = positionOf(pose);
  const d = [0, 1, 2].map((i) => p[i]! - camera[i]!);
  const [right, up, back] = axesOf(pose).map((axis) => d[0]! * axis[0] + d[1]! * axis[1] + d[2]! * axis[2]);
  const slope = Math.tan((0.5 * pose.fov * Math.PI) / 180);
  return [right! / (-back! * slope * aspect), up! / (-back! * slope)];
}

const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
  [0, 1, 2].map((i) => ((k >> i) & 1 ? table.high : table.low)[i]!) as unknown as Vec3);

describe.each([1.6, 1, 0.46])('in a window with aspect %f', (aspect) => {
  it.each(['top', 'side', 'free'] as const)('%s shows the whole table and wastes little', (view) => {
    const pose = poseOf(view, table, aspect, player);
    const seen = corners.map((p) => onScreen(pose, p, aspect));
    const furthest = Math.max(...seen.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
    expect(furthest).toBeLessThanOrEqual(1);
    expect(furthest).toBeGreaterThan(0.9);
  });

  it('the player looks along the heading from behind the ball', () => {
    const pose = poseOf('player', table, aspect, player);
    const [x, y] = onScreen(pose, player.ball, aspect);
    expect(x).toBeCloseTo(0, 9);
    expect(y).toBeLessThan(0);
    expect(y).toBeGreaterThan(-0.9);
    const ahead: Vec3 = [player.ball[0] + Math.cos(0.3), player.ball[1] + Math.sin(0.3), 0.03];
    const left: Vec3 = [ahead[0] - 0.1 * Math.sin(0.3), ahead[1] + 0.1 * Math.cos(0.3), 0.03];
    expect(onScreen(pose, ahead, aspect)[0]).toBeCloseTo(0, 9);
    expect(onScreen(pose, ahead, aspect)[1]).toBeGreaterThan(y);
    expect(onScreen(pose, left, aspect)[0]).toBeLessThan(0);
  });
});

describe('from above', () => {
  it('x points right in a wide window and up in a narrow one', () => {
    const wide = onScreen(poseOf('top', table, 1.6, null), [1, 0, 0], 1.6);
    expect(wide[0]).toBeGreaterThan(0.5);
    expect(wide[1]).toBeCloseTo(0, 2);
    const narrow = onScreen(poseOf('top', table, 0.46, null), [1, 0, 0], 0.46);
    expect(narrow[1]).toBeGreaterThan(0.5);
    expect(narrow[0]).toBeCloseTo(0, 2);
  });

  it('is nearly without perspective', () => {
    const pose = poseOf('top', table, 1.6, null);
    const low = onScreen(pose, [1.3, 0.7, 0], 1.6);
    const high = onScreen(pose, [1.3, 0.7, 0.06], 1.6);
    expect(Math.abs(high[0] - low[0])).toBeLessThan(0.005);
  });
});

describe('between two poses', () => {
  const a = poseOf('free', table, 1.6, null);
  const b = poseOf('top', table, 1.6, null);

  it('starts at the one and ends at the other', () => {
    const close = (p: Pose, q: Pose): void => {
      positionOf(p).forEach((v, i) => expect(v).toBeCloseTo(positionOf(q)[i]!, 9));
      expect(p.fov).toBeCloseTo(q.fov, 12);
    };
    close(between(a, b, 0), a);
    close(between(a, b, 1), b);
  });

  it('turns through the smaller angle', () => {
    expect(nearestTurn(3, -3)).toBeCloseTo(-3 + 2 * Math.PI, 12);
    expect(nearestTurn(-3, 3)).toBeCloseTo(3 - 2 * Math.PI, 12);
    expect(nearestTurn(0.5, 1)).toBe(1);
  });
});
