// Colours of paths, arrows and motions. Those of balls and cloth come with the scene.
import type { BallColours, Motion } from '../api';

/// Black paths are drawn in a grey that differs from shadows.
export const pathColour = (ball: BallColours): string => (ball.path === ball.fill ? '#3a3a42' : ball.path);

/// For arrows seen against the room: black becomes silver.
export const arrowColour = (ball: BallColours): string => (ball.path === ball.fill ? '#c8ccd4' : ball.path);

/// Colour of a path by how the ball moved there.
export const motionColour: Readonly<Record<Motion, string>> = {
  stationary: '#dfe7ea',
  spinning: '#dfe7ea',
  rolling: '#f4f7f2',
  sliding: '#ff9f40',
  airborne: '#ff6ad5',
  pocketed: '#8a8f94',
  'off-table': '#8a8f94',
};

/// Red, green and blue of a colour "#rrggbb" as amounts of light, 0 to 1 (sRGB decoded).
export function light(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  const decoded = (byte: number): number => {
    const v = byte / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [decoded(value >> 16), decoded((value >> 8) & 255), decoded(value & 255)];
}
