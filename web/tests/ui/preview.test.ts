import { describe, expect, it } from 'vitest';
import type { Path } from '../../src/api';
import { previewOf, shortened, stretch } from '../../src/ui/preview';
import { event, FakeEngine, lines, runOf, twoBalls } from './fakes';

const scene = new FakeEngine().parse(twoBalls, 'scene');
const paths: Path[] = [lines([0, 0, 0], [1, 0, 1], [1, 1, 2]), lines([1.06, 0, 0], [1.06, 0, 1], [5, 0, 2])];
const run = runOf(scene, 'event', { path: (ball) => paths[ball]!, events: [event(1, 'ball-ball', 1, 0)] });

describe('the preview of a shot', () => {
  it('ends at the first ball, with a ghost there and the path of the ball that was hit', () => {
    const preview = previewOf(scene.shot!, run);
    expect(preview.path[0]).toEqual([0, 0, expect.closeTo(0.03)]);
    expect(preview.ghost).toEqual([1, 0, expect.closeTo(0.03)]);
    expect(preview.path.at(-1)).toEqual(preview.ghost);
    expect(preview.object[0]![0]).toBeCloseTo(1.06);
    const end = preview.object.at(-1)!;
    expect(end[0] - 1.06).toBeCloseTo(0.6, 5);
  });

  it('goes over one cushion and ends at the second', () => {
    const cushions = runOf(scene, 'event', {
      path: () => paths[0]!, tEnd: 2,
      events: [event(0.5, 'ball-cushion', 0), event(1.5, 'ball-cushion', 0), event(1.8, 'ball-ball', 0, 1)],
    });
    const preview = previewOf(scene.shot!, cushions);
    expect(preview.ghost).toBeNull();
    expect(preview.path.at(-1)).toEqual([1, 0.5, expect.closeTo(0.03)]);
  });

  it('ignores what other balls do', () => {
    const elsewhere = runOf(scene, 'event', { path: (ball) => paths[ball]!, events: [event(0.5, 'ball-cushion', 1)] });
    expect(previewOf(scene.shot!, elsewhere).path.at(-1)).toEqual([1, 1, expect.closeTo(0.03)]);
  });

  it('shows the cue alone when there is no run', () => {
    expect(previewOf(scene.shot!, null, 0.4)).toMatchObject({ path: [], ghost: null, object: [], draw: 0.4, ball: 0 });
  });
});

describe('sections of a path', () => {
  it('begin and end between points', () => {
    expect(stretch(paths[0]!, 0.5, 1.5).map(([x, y]) => [x, y])).toEqual([[0.5, 0], [1, 0], [1, 0.5]]);
    expect(stretch(lines(), 0, 1)).toEqual([]);
  });

  it('are truncated at a length', () => {
    const cut = shortened([[0, 0, 0], [1, 0, 0], [1, 2, 0]], 1.5);
    expect(cut).toEqual([[0, 0, 0], [1, 0, 0], [1, 0.5, 0]]);
    expect(shortened([[0, 0, 0]], 1)).toEqual([[0, 0, 0]]);
  });
});
