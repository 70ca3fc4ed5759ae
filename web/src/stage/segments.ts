// A ball's path as line segments, revealed up to a time.
import { motions, type Path } from '../api';
import { light, motionColour } from './colours';

/// Start and end of each segment, and when it begins.
export interface Segments {
  readonly positions: Float32Array; // x y z of the start, x y z of the end, ...
  readonly times: Float32Array; // when each begins, then when the last one ends
  readonly motion: Uint8Array;
}

/// The path lowered so that a ball on the cloth draws just above it. Rest and jumps, as to the
/// bottom of a pocket, are omitted.
export function segmentsOf(path: Path, radius: number, clearance: number): Segments {
  const positions: number[] = [];
  const times: number[] = [];
  const motion: number[] = [];
  const { points } = path;
  for (let i = 0; i + 1 < path.times.length; ++i) {
    if (path.times[i + 1] === path.times[i]) continue;
    const from = points.subarray(3 * i, 3 * i + 3);
    const to = points.subarray(3 * i + 3, 3 * i + 6);
    if (from[0] === to[0] && from[1] === to[1] && from[2] === to[2]) continue;
    positions.push(from[0]!, from[1]!, from[2]! - radius + clearance, to[0]!, to[1]!, to[2]! - radius + clearance);
    times.push(path.times[i]!);
    motion.push(path.motion[i] ?? 0);
  }
  times.push(path.times[path.times.length - 1] ?? 0);
  return { positions: new Float32Array(positions), times: new Float32Array(times), motion: new Uint8Array(motion) };
}

/// How many segments have begun at time t; the last of them may be unfinished.
export function begun(segments: Segments, t: number): number {
  let low = 0;
  let high = segments.motion.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (segments.times[middle]! < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/// Colours of the ends of each segment as red, green and blue light.
export function segmentColours(segments: Segments, colour: string, byMotion: boolean): Float32Array {
  const colours = new Float32Array(6 * segments.motion.length);
  segments.motion.forEach((m, i) => {
    const [r, g, b] = light(byMotion ? motionColour[motions[m] ?? 'rolling'] : colour);
    colours.set([r, g, b, r, g, b], 6 * i);
  });
  return colours;
}
