import { describe, expect, it } from 'vitest';
import { pointAt } from '../src/path';
import { path } from './stage/runs';

describe('a place on a path', () => {
  it.each([[0.5, 0], [1.5, 0.5], [2, 1], [3, 1.5]])('at %f s is x = %f', (t, x) => {
    expect(pointAt(path, t)[0]).toBeCloseTo(x, 6);
  });
});
