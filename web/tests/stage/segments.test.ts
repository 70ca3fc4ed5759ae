import { describe, expect, it } from 'vitest';
import { begun, segmentColours, segmentsOf } from '../../src/stage/segments';
import { m, path } from './runs';

describe('a path as segments', () => {
  const segments = segmentsOf(path, 0.03, 0.001);

  it('omits rest and the jump into a pocket, and lies on the cloth', () => {
    expect([...segments.motion]).toEqual([m('sliding'), m('rolling')]);
    expect([...segments.positions].map((v) => Math.round(1e6 * v) / 1e6)).toEqual(
      [0, 0, 0.001, 1, 0, 0.001, 1, 0, 0.001, 2, 0, 0.001]);
  });

  it('is revealed segment by segment', () => {
    expect([0, 1, 1.5, 2, 2.1, 9].map((t) => begun(segments, t))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('is coloured by ball or by motion', () => {
    const byBall = segmentColours(segments, '#ff0000', false);
    expect([...byBall.slice(0, 3)]).toEqual([1, 0, 0]);
    expect([...byBall.slice(6, 9)]).toEqual([1, 0, 0]);
    const byMotion = segmentColours(segments, '#ff0000', true);
    expect([...byMotion.slice(0, 3)]).not.toEqual([...byMotion.slice(6, 9)]);
  });
});
