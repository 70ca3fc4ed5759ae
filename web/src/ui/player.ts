// Playback: the clock that advances while a run plays.
import type { Session } from './session';
import { rates, type PageState } from './state';
import { clamp, nextEventTime, previousEventTime } from './timeline';

/// Longer frames count as this long, so that nothing is skipped [s].
const longestFrame = 0.5;
const framesPerSecond = 60;

/// How long the cue takes to reach the ball [s].
const strokeTime = 0.16;

/// Stroke, time and whether the run still plays after `dt` seconds of real time.
export function advanced(state: PageState, dt: number): Partial<PageState> {
  if (state.stroke < 1) return { stroke: Math.min(1, state.stroke + dt / strokeTime) };
  const tEnd = state.run?.tEnd ?? 0;
  const t = state.t + state.rate * Math.min(dt, longestFrame);
  if (t < tEnd) return { t, playing: true };
  return state.loop && tEnd > 0 ? { t: t % tEnd, playing: true } : { t: tEnd, playing: false };
}

export interface Player {
  tick(now: number): void;
  toggle(): void;
  seek(t: number): void;
  nextEvent(): void;
  previousEvent(): void;
  step(frames: number): void;
  faster(steps: number): void;
}

export function makePlayer({ store, shoot }: Session): Player {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let last = 0;

  function seek(t: number): void {
    const { run } = store.get();
    if (run) store.set({ mode: 'play', playing: false, stroke: 1, t: clamp(t, 0, run.tEnd) });
  }

  return {
    tick(now) {
      const state = store.get();
      if (state.playing && still.matches && state.stroke < 1) store.set({ stroke: 1 });
      else if (state.playing) store.set(advanced(state, (now - last) / 1e3));
      last = now;
    },
    toggle() {
      const { run, playing, t, mode } = store.get();
      if (!run || mode === 'aim') shoot();
      else store.set({ playing: !playing, t: !playing && t >= run.tEnd ? 0 : t });
    },
    seek,
    nextEvent() {
      const { run, t } = store.get();
      if (run) seek(nextEventTime(run.events, t) ?? run.tEnd);
    },
    previousEvent() {
      const { run, t } = store.get();
      if (run) seek(previousEventTime(run.events, t) ?? 0);
    },
    step(frames) {
      const { t, rate } = store.get();
      seek(t + frames * rate / framesPerSecond);
    },
    faster(steps) {
      const { rate } = store.get();
      const index = rates.indexOf(rate) + steps;
      store.set({ rate: rates[clamp(index, 0, rates.length - 1)]! });
    },
  };
}
