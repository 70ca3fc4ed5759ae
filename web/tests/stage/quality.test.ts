import { describe, expect, it } from 'vitest';
import { isSoftware, levels, Pace } from '../../src/stage/quality';

const play = (pace: Pace, gap: number, frames: number, follows = true): void => {
  for (let i = 0; i < frames; ++i) pace.frame(gap * i, follows);
};

describe('the quality', () => {
  it('never exceeds the screen and stays while frames are quick, rare or the page was hidden', () => {
    for (const [gap, follows] of [[16, true], [900, false], [60000, true]] as const) {
      const pace = new Pace(1, false);
      play(pace, gap, 200, follows);
      expect(pace.quality).toEqual({ pixelRatio: 1, shadowSize: 2048 });
    }
    expect(new Pace(2, false).quality.pixelRatio).toBe(2);
    expect(new Pace(1.25, false).quality.pixelRatio).toBe(1);
  });

  it.each([60, 1000])('drops step by step while frames take %i ms', (gap) => {
    const pace = new Pace(2, false);
    play(pace, gap, 9);
    expect(pace.quality.pixelRatio).toBeLessThan(2);
    play(pace, gap, 200);
    expect(pace.quality).toEqual(levels[levels.length - 1]);
  });

  it('rises when the picture is at rest, and falls when it moves again', () => {
    const pace = new Pace(2, false);
    play(pace, 160, 200);
    const last = 160 * 199;
    expect(pace.settle(last + 100)).toBe(false);
    expect(pace.settle(last + 1000)).toBe(true);
    expect(pace.quality).toEqual({ pixelRatio: 2, shadowSize: 2048 });
    expect(pace.settle(last + 2000)).toBe(false);
    expect(pace.frame(last + 3000, false)).toBe(true);
    expect(pace.quality).toEqual(levels[levels.length - 1]);
  });

  it('needs no second picture on a fast machine', () => {
    const pace = new Pace(2, false);
    play(pace, 16, 100);
    expect(pace.settle(1e6)).toBe(false);
  });

  it('recognises software renderers by their names', () => {
    expect(isSoftware('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)')).toBe(true);
    expect(isSoftware('llvmpipe (LLVM 15.0.6, 256 bits)')).toBe(true);
    expect(isSoftware('ANGLE (Intel, Mesa Intel(R) UHD Graphics 620, OpenGL 4.6)')).toBe(false);
  });
});
