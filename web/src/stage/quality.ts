// How finely to draw: as the machine can keep up.

export interface Quality { readonly pixelRatio: number; readonly shadowSize: number }

/// From the finest down. Pixel ratios are at most those of the screen.
export const levels: readonly Quality[] = [
  { pixelRatio: 2, shadowSize: 2048 },
  { pixelRatio: 1.5, shadowSize: 2048 },
  { pixelRatio: 1, shadowSize: 2048 },
  { pixelRatio: 1, shadowSize: 1024 },
  { pixelRatio: 0.75, shadowSize: 1024 },
];

const slowFrame = 45; // [ms]
const pause = 500; // a longer gap is no slow frame but a rest [ms]
const counted = 8; // slow frames in a row before the quality drops

/// Watches the time between frames that follow each other.
export class Pace {
  private last = -Infinity;
  private slow = 0;
  level: number;

  constructor(private readonly screenRatio: number) {
    // start where the screen's own pixel ratio makes a difference
    this.level = Math.max(0, levels.findIndex((q) => q.pixelRatio <= Math.max(1, screenRatio)));
  }

  get quality(): Quality {
    const { pixelRatio, shadowSize } = levels[this.level]!;
    return { pixelRatio: Math.min(pixelRatio, this.screenRatio), shadowSize };
  }

  /// Tells of a frame drawn at this time [ms]. Returns whether the quality has dropped.
  frame(now: number): boolean {
    const gap = now - this.last;
    this.last = now;
    if (gap > pause) return false;
    this.slow = gap > slowFrame ? this.slow + 1 : 0;
    if (this.slow < counted || this.level + 1 >= levels.length) return false;
    this.slow = 0;
    ++this.level;
    return true;
  }
}
