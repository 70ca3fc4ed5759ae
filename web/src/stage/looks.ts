// Colours of balls and cloth, the same as in the pictures that `cuelab draw` makes.
import type { Motion, Scene, Table } from '../api';

export interface BallLook {
  readonly fill: string;
  /// a tint of it that shows on the cloth
  readonly path: string;
  readonly striped: boolean;
  /// the label stands on a white disc, otherwise white on the ball
  readonly disc: boolean;
  readonly label: string;
  /// colour of the small dots that show how a ball without label turns; '' for none
  readonly dots: string;
}

interface Paint { readonly fill: string; readonly path: string }

/// 1 to 8; 9 to 15 are 1 to 7 with a stripe.
const pool: readonly Paint[] = [
  { fill: '#f5c21b', path: '#ffd95a' },
  { fill: '#1d4fc4', path: '#86b1ff' },
  { fill: '#d8222a', path: '#ff7468' },
  { fill: '#6b2d96', path: '#cf9dff' },
  { fill: '#f07a16', path: '#ffa552' },
  { fill: '#0e7a3c', path: '#7df0a5' },
  { fill: '#8b1a2b', path: '#f08f9d' },
  { fill: '#17171a', path: '#17171a' },
];

const red = { fill: '#c9151f', path: '#ff7468' };

/// Cue, carom and snooker balls; "red3" is a red.
const named: Readonly<Record<string, Paint>> = {
  cue: { fill: '#f8f4e8', path: '#ffffff' },
  white: { fill: '#f8f4e8', path: '#ffffff' },
  yellow: { fill: '#f2cb1d', path: '#ffe066' },
  red,
  green: { fill: '#0b7a3b', path: '#8af5b0' },
  brown: { fill: '#7b4a20', path: '#d9a066' },
  blue: { fill: '#1b4fc0', path: '#86b1ff' },
  pink: { fill: '#f19ab2', path: '#ffc4d3' },
  black: { fill: '#17171a', path: '#17171a' },
};

const others: readonly Paint[] = [
  { fill: '#18a0a8', path: '#7fe9ef' },
  { fill: '#c2379a', path: '#ff9be0' },
  { fill: '#8a9a1b', path: '#dcec70' },
  { fill: '#d8642a', path: '#ffb287' },
  { fill: '#4a5fd0', path: '#a9b6ff' },
  { fill: '#7a6a58', path: '#d8c8b4' },
];

const dotOnWhite = '#c8202c';
const lightDot = '#fbf6e6';

/// Balls of steel look alike; their paths do not.
const steel = '#c3c9d0';
const steelDot = '#7c8791';
const steelPaths = [
  '#0072b2', '#d55e00', '#009e73', '#a23b84', '#b07d00', '#56a0d8', '#8a4b2a', '#5a5a5a',
] as const;

/// The number of a pool ball, or 0.
function poolNumber(id: string): number {
  const value = /^\d+$/.test(id) ? Number(id) : 0;
  return value <= 15 ? value : 0;
}

/// The name of a known ball: the id itself, or before a number as in "red3" or "red-3".
function knownName(id: string): string | undefined {
  const name = id.replace(/[0-9\-_ ]*$/, '');
  return name in named ? name : undefined;
}

export function lookOf(scene: Scene, ball: number): BallLook {
  const id = scene.balls[ball]?.id ?? '';
  if (scene.system.kind !== 'pool') {
    const path = steelPaths[ball % steelPaths.length]!;
    return { fill: steel, path, striped: false, disc: false, label: '', dots: steelDot };
  }
  const number = poolNumber(id);
  if (number !== 0) {
    if (scene.table.preset.startsWith('snooker')) {
      return { ...red, striped: false, disc: false, label: '', dots: lightDot };
    }
    const paint = pool[number <= 8 ? number - 1 : number - 9]!;
    return { ...paint, striped: number > 8, disc: true, label: id, dots: '' };
  }
  const name = knownName(id);
  if (name !== undefined) {
    const dots = name === 'cue' || name === 'white' ? dotOnWhite : lightDot;
    return { ...named[name]!, striped: false, disc: true, label: '', dots };
  }
  const plain = /^[!-~]/.test(id);
  return {
    ...others[ball % others.length]!,
    striped: false,
    disc: true,
    label: plain ? id.slice(0, 1) : '',
    dots: plain ? '' : lightDot,
  };
}

/// Black paths are drawn in a grey that can be told from shadows.
export const pathColour = (look: BallLook): string => (look.path === look.fill ? '#3a3a42' : look.path);

/// For what stands out against the room: black becomes silver.
export const signColour = (look: BallLook): string => (look.path === look.fill ? '#c8ccd4' : look.path);

export interface ClothLook { readonly bed: string; readonly cushion: string }

export function clothOf(table: Table): ClothLook {
  if (table.preset.startsWith('snooker')) return { bed: '#2f7d4c', cushion: '#26683f' };
  if (table.preset.startsWith('carom')) return { bed: '#2c6c99', cushion: '#235879' };
  return { bed: '#2a7a76', cushion: '#216360' };
}

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
