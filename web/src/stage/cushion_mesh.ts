// The solid of a cushion from its outline: the edge of the nose lies exactly on the given lines.
import { BufferGeometry, Float32BufferAttribute } from 'three';
import type { Rail, Vec2 } from '../api';
import { add, dot, scaled, sub } from './plane';

/// Below the nose: how far under, per cushion height, and at which height.
const under: readonly (readonly [number, number])[] = [[0.34, 0], [0.15, 0.62], [0.04, 0.88], [0, 1]];
/// Above it: fraction of the distance to the back, and of the rise.
const above: readonly (readonly [number, number])[] = [[0.03, 0.3], [0.1, 0.6], [0.3, 0.86], [1, 1]];

/// The line along the back that the top of the cushion runs to, one point per front point.
function backOf(rail: Rail, depth: number): Vec2[] {
  const along: Vec2 = [-rail.out[1], rail.out[0]];
  const place = (p: Vec2): number => dot(sub(p, rail.nose), along);
  const ends = [rail.front[0]!, rail.front[rail.front.length - 1]!].map(place);
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  return rail.front.map((at) =>
    add(rail.nose, add(scaled(depth, rail.out), scaled(Math.min(high, Math.max(low, place(at))), along))));
}

/// The front from the cloth to the nose and the top from there to the back of the rubber.
export function cushionGeometry(rail: Rail, depth: number, height: number, rise: number): BufferGeometry {
  const back = backOf(rail, depth);
  const rows = under.length + above.length;
  const positions: number[] = [];
  const uvs: number[] = [];
  rail.front.forEach((at, i) => {
    const isEnd = i === 0 || i + 1 === rail.front.length;
    const push = (p: Vec2, z: number): void => {
      positions.push(p[0], p[1], z);
      uvs.push(p[0], p[1] + z);
    };
    for (const [cut, z] of under) push(add(at, scaled(isEnd ? 0 : cut * height, rail.out)), z * height);
    for (const [s, z] of above) push(add(scaled(1 - s, at), scaled(s, back[i]!)), height + z * rise);
  });

  const along: Vec2 = [-rail.out[1], rail.out[0]];
  const first = rail.front[0]!;
  const last = rail.front[rail.front.length - 1]!;
  const forward = dot(sub(last, first), along) > 0;
  const indices: number[] = [];
  for (let i = 0; i + 1 < rail.front.length; ++i) {
    for (let k = 0; k + 1 < rows; ++k) {
      const a = i * rows + k;
      const b = a + rows;
      if (forward) indices.push(a, a + 1, b, b, a + 1, b + 1);
      else indices.push(a, b, a + 1, b, b + 1, a + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new Float32BufferAttribute(uvs, 2));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}
