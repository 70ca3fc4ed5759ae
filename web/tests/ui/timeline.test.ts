import { describe, expect, it } from 'vitest';
import { advanced } from '../../src/ui/player';
import { firstState, fittingRate } from '../../src/ui/state';
import { classOf, eventBefore, fractionOf, nextEventTime, previousEventTime, ticks, timeAt } from '../../src/ui/timeline';
import { event, FakeEngine, runOf, twoBalls } from './fakes';

const events = [event(0.5, 'ball-ball', 0, 1), event(0.5, 'sliding-rolling', 0), event(2, 'ball-pocket', 1)];

describe('the time bar', () => {
  it('maps times to positions and back', () => {
    for (const t of [0, 0.3, 1.7, 4]) expect(timeAt(fractionOf(t, 4), 4)).toBeCloseTo(t, 12);
    expect([fractionOf(9, 4), fractionOf(-1, 4), fractionOf(1, 0)]).toEqual([1, 0, 0]);
    expect([timeAt(2, 4), timeAt(-1, 4)]).toEqual([4, 0]);
  });

  it('shows the most important of several events at one pixel', () => {
    expect(ticks(events, 4, 100)).toEqual([{ x: 13, kind: 'ball' }, { x: 50, kind: 'pocket' }]);
    expect(ticks([...events].reverse(), 4, 100)).toEqual(ticks(events, 4, 100));
  });

  it('knows every type of event', () => {
    expect(['ball-slate', 'ball-floor', 'contact-begin', 'rolling-spinning', 'ball-cushion'].map(classOf))
      .toEqual(['bounce', 'bounce', 'contact', 'motion', 'cushion']);
  });
});

describe('steps between events', () => {
  it('stop at every time once', () => {
    expect(nextEventTime(events, 0)).toBe(0.5);
    expect(nextEventTime(events, 0.5)).toBe(2);
    expect(nextEventTime(events, 2)).toBeNull();
    expect(previousEventTime(events, 2)).toBe(0.5);
    expect(previousEventTime(events, 0.5)).toBeNull();
  });

  it('name the last event', () => {
    expect([0.4, 0.5, 1.9, 2, 9].map((t) => eventBefore(events, t))).toEqual([-1, 1, 1, 2, 2]);
  });
});

describe('the clock', () => {
  const scene = new FakeEngine().parse(twoBalls, 'scene');
  const state = { ...firstState(scene), run: runOf(scene, 'event'), playing: true, t: 1.9 };

  it('advances at the chosen rate', () => {
    expect(advanced({ ...state, t: 0, rate: 0.1 }, 0.25)).toEqual({ t: 0.025, playing: true });
  });

  it('waits for the cue', () => {
    expect(advanced({ ...state, t: 0, stroke: 0 }, 0.08)).toEqual({ stroke: 0.5 });
    expect(advanced({ ...state, t: 0, stroke: 0.5 }, 1)).toEqual({ stroke: 1 });
  });

  it('stops at the end, or starts over', () => {
    expect(advanced(state, 0.2)).toEqual({ t: 2, playing: false });
    const again = advanced({ ...state, loop: true }, 0.2);
    expect(again.playing).toBe(true);
    expect(again.t).toBeCloseTo(0.1, 12);
  });

  it('slows down for short runs', () => {
    expect([20, 2, 0.2, 0.001, 0].map(fittingRate)).toEqual([1, 1, 0.1, 0.01, 0.01]);
  });

  it('does not jump after a long pause of the page', () => {
    expect(advanced({ ...state, t: 0 }, 60).t).toBe(0.5);
  });
});
