// Arithmetic of times, positions on the time bar, and events.
import type { TrajectoryEvent } from '../api';

export type EventClass = 'ball' | 'cushion' | 'pocket' | 'bounce' | 'motion' | 'contact';

/// The class gives an event its colour, the type its name.
export function classOf(type: string): EventClass {
  switch (type) {
    case 'ball-ball': return 'ball';
    case 'ball-cushion': return 'cushion';
    case 'ball-pocket': return 'pocket';
    case 'ball-slate':
    case 'ball-floor': return 'bounce';
    case 'contact-begin':
    case 'contact-end': return 'contact';
    default: return 'motion';
  }
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/// The position of a time on a bar, 0 to 1.
export function fractionOf(t: number, tEnd: number): number {
  return tEnd > 0 ? clamp(t / tEnd, 0, 1) : 0;
}

export function timeAt(fraction: number, tEnd: number): number {
  return clamp(fraction, 0, 1) * tEnd;
}

/// Index of the last event not after t; -1 before the first. Events are in order of time.
export function eventBefore(events: readonly TrajectoryEvent[], t: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.t <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/// The step buttons treat times closer than this as equal [s].
const sameTime = 1e-9;

export function nextEventTime(events: readonly TrajectoryEvent[], t: number): number | null {
  return events.find((event) => event.t > t + sameTime)?.t ?? null;
}

export function previousEventTime(events: readonly TrajectoryEvent[], t: number): number | null {
  return events.filter((event) => event.t < t - sameTime).pop()?.t ?? null;
}

export interface Tick { readonly x: number; readonly kind: EventClass }

const rank: readonly EventClass[] = ['motion', 'contact', 'bounce', 'cushion', 'ball', 'pocket'];

/// One tick per pixel: if several events share it, the most important one.
export function ticks(events: readonly TrajectoryEvent[], tEnd: number, width: number): Tick[] {
  const best = new Map<number, EventClass>();
  for (const event of events) {
    const x = Math.round(fractionOf(event.t, tEnd) * width);
    const kind = classOf(event.type);
    const before = best.get(x);
    if (before === undefined || rank.indexOf(kind) > rank.indexOf(before)) best.set(x, kind);
  }
  return [...best].map(([x, kind]) => ({ x, kind })).sort((a, b) => a.x - b.x);
}
