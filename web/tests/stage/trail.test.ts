// A path on the stage: it ends at the ball and stays whole behind it.
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { InterleavedBufferAttribute } from 'three';
import { expect, test } from 'vitest';
import { Trail } from '../../src/stage/overlays';

const segments = {
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 2, 0]),
  times: new Float32Array([0, 1, 3]),
  motion: new Uint8Array([2, 2]),
};

test('ends at the ball, and is complete once the ball has passed', () => {
  const trail = new Trail(segments, '#ffffff', new LineMaterial());
  const ends = (): number[][] => {
    const end = trail.line.geometry.getAttribute('instanceEnd') as InterleavedBufferAttribute;
    return [0, 1].map((i) => [end.getX(i), end.getY(i), end.getZ(i)]);
  };
  trail.reveal(0.25, [0.25, 0, 0]);
  expect(trail.line.geometry.instanceCount).toBe(1);
  expect(ends()[0]).toEqual([0.25, 0, 0]);
  trail.reveal(2, [1, 1, 0]);
  expect(trail.line.geometry.instanceCount).toBe(2);
  expect(ends()).toEqual([[1, 0, 0], [1, 1, 0]]);
  trail.reveal(3, [1, 2, 0]);
  expect(ends()).toEqual([[1, 0, 0], [1, 2, 0]]);
});
