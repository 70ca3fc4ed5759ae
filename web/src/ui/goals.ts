// What a shot should do, as a goal file.
import type { Scene, Vec2 } from '../api';
import { documentOf } from './edits';

export interface Zone { readonly at: Vec2; readonly radius: number }

export interface Wanted {
  readonly kind: 'pot' | 'hit' | 'carom';
  /// the ball to pot or to hit first
  readonly ball: string;
  /// '' for any
  readonly pocket: string;
  /// where the struck ball should stop; null: anywhere
  readonly zone: Zone | null;
}

/// What can be asked for in a scene, the most usual first.
export function offeredKinds(scene: Scene): Wanted['kind'][] {
  const others = scene.balls.length - 1;
  if (!scene.shot || scene.system.kind !== 'pool' || others < 1) return [];
  return [...(scene.table.pockets.length > 0 ? ['pot' as const] : []),
    ...(others > 1 ? ['carom' as const] : []), 'hit'];
}

function goalsOf(wanted: Wanted): object[] {
  const first = { kind: 'first_hit', other: wanted.ball };
  const main = {
    pot: [{ kind: 'pot', ball: wanted.ball, ...(wanted.pocket && { pocket: wanted.pocket }) }, first],
    hit: [first],
    carom: [{ kind: 'carom', min_cushions: 3 }],
  }[wanted.kind];
  const { zone } = wanted;
  return zone ? [...main, { kind: 'stop', at: zone.at, tolerance: zone.radius }] : main;
}

function goalFile(scene: Scene, wanted: Wanted, unknowns: object[]): string {
  const document = documentOf(scene);
  const run = { ...document['run'] as object | undefined, engine: 'event' };
  return JSON.stringify({ schema: 1, scene: { ...document, run }, unknowns, goals: goalsOf(wanted) });
}

/// Heading and speed are free; where the tip meets the ball, too, if the first two do not decide.
export function searchGoal(scene: Scene, wanted: Wanted): string {
  const tip = wanted.zone || wanted.kind === 'carom'
    ? ['side', 'height'].map((quantity) => ({ quantity, min: -0.4, max: 0.4 })) : [];
  return goalFile(scene, wanted, [
    { quantity: 'speed', min: 0.4, max: 6 }, { quantity: 'heading', min: -180, max: 180 }, ...tip]);
}

/// The scene's own shot, for the make region.
export function regionGoal(scene: Scene, wanted: Wanted): string {
  const { speed, heading } = scene.shot!;
  return goalFile(scene, wanted, [
    { quantity: 'speed', min: 0.01, max: Math.min(20, speed + 1), start: speed },
    { quantity: 'heading', min: heading - 1, max: heading + 1, start: heading }]);
}
