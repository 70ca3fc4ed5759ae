// Changes of a scene document that concern more than one key: balls and the stroke.
import type { Scene, Shot } from '../api';
import { toToml, type Document, type Json } from './keys';

export function documentOf(scene: Scene): Document {
  return JSON.parse(scene.json) as Document;
}

function ballsOf(document: Document): Document[] {
  return (document['balls'] ?? []) as Document[];
}

/// Overrides that move a ball on the cloth.
export function movedBall(ball: number, x: number, y: number, z: number): string[] {
  return [`balls.${ball}.position=${toToml([x, y, z])}`];
}

export type ShotChange = { readonly [K in Exclude<keyof Shot, 'ball'>]?: number };

/// Overrides for some numbers of the stroke. Headings are normalised to -180 to 180 degrees.
export function changedShot(change: ShotChange): string[] {
  return Object.entries(change).map(([key, value]) =>
    `shot.${key}=${key === 'heading' ? turned(value) : value}`);
}

/// The same direction, from -180 to 180 degrees.
export function turned(degrees: number): number {
  const turn = degrees % 360;
  return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
}

/// The document without one ball, and without the stroke if that ball was struck.
export function withoutBall(document: Document, index: number): Document {
  const copy = structuredClone(document);
  const [gone] = ballsOf(copy).splice(index, 1);
  const shot = copy['shot'] as Document | undefined;
  if (shot && shot['ball'] === gone?.['id']) delete copy['shot'];
  return copy;
}

/// The first number that is not the id of a ball.
export function freeId(document: Document): string {
  const taken = new Set(ballsOf(document).map((ball) => ball['id']));
  let n = 1;
  while (taken.has(String(n))) n++;
  return String(n);
}

export function withBall(document: Document, id: string, position: readonly number[]): Document {
  const copy = structuredClone(document);
  copy['balls'] = [...ballsOf(copy), { id, position: [...position] as Json[] }];
  return copy;
}

export function withCueBallFirst(document: Document, id: string,
                                 position: readonly number[]): Document {
  const copy = structuredClone(document);
  copy['balls'] = [{ id, position: [...position] as Json[] }, ...ballsOf(copy)];
  return copy;
}

/// A stroke for a scene that has none: at the nearest other ball, at medium speed.
export function strokeFor(scene: Scene, ball: number): string[] {
  const from = scene.balls[ball]!.position;
  let heading = 0;
  let nearest = Infinity;
  scene.balls.forEach((other, i) => {
    const [dx, dy] = [other.position[0] - from[0], other.position[1] - from[1]];
    const distance = Math.hypot(dx, dy);
    if (i === ball || distance >= nearest) return;
    nearest = distance;
    heading = Math.atan2(dy, dx) * 180 / Math.PI;
  });
  const { id } = scene.balls[ball]!;
  return [`shot.ball=${toToml(id)}`, 'shot.speed=2.0', `shot.heading=${heading}`];
}

/// Positions to try for a new ball, from the head of the table outwards.
export function* freePlaces(scene: Scene, z: number): Generator<readonly number[]> {
  const [length, width] = [scene.table.length || 2, scene.table.width || 1];
  for (const x of [-0.25, 0.25, -0.35, 0.35, 0, -0.15, 0.15]) {
    for (const y of [0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3]) yield [x * length, y * width, z];
  }
}
