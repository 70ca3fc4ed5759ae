import { describe, expect, it } from 'vitest';
import { stride, type Trajectory } from '../../src/api';
import { energyCurve } from '../../src/ui/chart';
import { largestDeviation } from '../../src/ui/compare';
import { offsetAt } from '../../src/ui/dial';
import { describe as describeScene, scenes } from '../../src/ui/gallery';
import { deviationText } from '../../src/ui/run_panel';
import { serverEvents } from '../../src/ui/runner';
import { firstState } from '../../src/ui/state';
import { runOf, sceneFrom } from './fakes';
import { fileName, length, milliseconds, number } from '../../src/ui/format';

describe('two runs', () => {
  it('are compared ball by ball, by name', () => {
    const a = new Float64Array(2 * stride);
    const b = new Float64Array(2 * stride);
    a.set([1, 0, 0], 0);
    a.set([0, 1, 0], stride);
    b.set([0, 1.5, 0], 0);
    b.set([1, 0, 0.1], stride);
    expect(largestDeviation(a, ['x', 'y'], b, ['y', 'x'])).toEqual({ id: 'y', distance: 0.5 });
    expect(largestDeviation(a, ['x'], b, ['z'])).toBeNull();
  });

  describe('are described by their deviation', () => {
    const scene = sceneFrom({ balls: [{ id: 'cue', position: [0, 0, 0.03] }, { id: '1', position: [1, 0, 0.03] }] });
    /// The cue ball moves along x at this speed until the end.
    const moving = (speed: number, more: Partial<Trajectory> = {}): Trajectory => {
      const still = runOf(scene, 'event', more);
      const sample = (t: number): Float64Array => {
        const all = still.sample(t);
        all[0] = speed * Math.min(t, still.tEnd);
        return all;
      };
      return { ...still, sample };
    };
    const text = (a: Trajectory, b: Trajectory, t: number): string =>
      deviationText({ ...firstState(scene), run: a, kept: { run: b, label: 'B' }, t });

    it('now and at rest', () => {
      expect(text(moving(0.5), moving(0.51), 1))
        .toBe('Largest deviation now: 10.00 mm (ball cue); at rest: 20.00 mm (ball cue)');
    });

    it('at the end of the longer run', () => {
      expect(text(moving(0.5), moving(0.5, { tEnd: 3, stop: 't-max' }), 1))
        .toBe('Largest deviation now: 0 (ball cue); at the end: 500.00 mm (ball cue)');
    });

    it('unless they are one run or have no ball in common', () => {
      const run = moving(0.5);
      expect(text(run, run, 1)).toContain('the same run');
      const other = sceneFrom({ balls: [{ id: 'x', position: [0, 0, 0.03] }] });
      expect(text(run, runOf(other, 'event'), 1)).toBe('No ball is in both runs.');
    });
  });
});

describe('the dial', () => {
  it('counts left and up as positive', () => {
    expect(offsetAt(-0.2, -0.3, 0.5)).toEqual({ side: 0.2, height: 0.3 });
  });

  it('stays within the miscue limit', () => {
    for (const [x, y] of [[1, 0], [0.7, 0.7], [-0.9, 0.1], [0.3, -0.4000001]] as const) {
      const { side, height } = offsetAt(x, y, 0.5);
      expect(Math.hypot(side, height)).toBeLessThanOrEqual(0.5);
      expect(Math.hypot(side, height)).toBeGreaterThan(0.498);
    }
  });
});

describe('the energy curve', () => {
  it('is read from pairs', () => {
    const curve = energyCurve(Float64Array.from([0, 5, 1, 3, 2, -4]));
    expect([[...curve.t], [...curve.y], curve.top, curve.low]).toEqual([[0, 1, 2], [5, 3, -4], 5, -4]);
  });
});

describe('the gallery', () => {
  it('holds every scene with a name and a line about it', () => {
    expect(scenes.length).toBeGreaterThan(20);
    for (const scene of scenes) {
      expect(scene.name, scene.file).not.toBe('');
      expect(scene.about, scene.file).toMatch(/^\S.*[.)]$/);
    }
    expect(scenes.find((scene) => scene.file === 'newtons_cradle.toml')!.group).toBe('Other systems');
  });

  it('takes the first comment, without hints for the command line', () => {
    expect(describeScene('x.toml', '# One thing.\n# Try: --set a=b\nschema = 1\nname = "x y"\n[shot]\n'))
      .toMatchObject({ name: 'x y', about: 'One thing.', group: 'Shots' });
  });
});

describe('the response of a server', () => {
  it('is split into events, however the stream is chunked', async () => {
    const text = 'event: progress\ndata: {"t":1}\n\nevent: result\ndata: {"é":2}\n\n';
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 3, 7, bytes.length]) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size));
          controller.close();
        },
      });
      const found = [];
      for await (const event of serverEvents(body)) found.push(event);
      expect(found).toEqual([{ name: 'progress', data: '{"t":1}' }, { name: 'result', data: '{"é":2}' }]);
    }
  });
});

describe('words', () => {
  it('keep numbers readable', () => {
    expect([length(0.0123), length(2e-6), length(1.5), length(0)]).toEqual(['12.30 mm', '2.00 µm', '1.500 m', '0']);
    expect([number(0.1 + 0.2), number(1e-9), number(3.8e9), number(0)]).toEqual(['0.3', '1e-9', '3.8e9', '0']);
    expect([milliseconds(1.234e-3), milliseconds(0.5), milliseconds(20)]).toEqual(['1.23 ms', '500 ms', '20.0 s']);
    expect([fileName('Newton\'s cradle: five'), fileName('球')]).toEqual(['newton-s-cradle-five', 'scene']);
  });
});
