// Picture quality: as high as the frame rate allows during motion, full at rest.

export interface Quality { readonly pixelRatio: number; readonly shadowSize: number }

/// From the finest to the coarsest. Pixel ratios are at most those of the screen.
export const levels: readonly Quality[] = [
  { pixelRatio: 2, shadowSize: 2048 },
  { pixelRatio: 1.5, shadowSize: 2048 },
  { pixelRatio: 1, shadowSize: 2048 },
  { pixelRatio: 1, shadowSize: 1024 },
  { pixelRatio: 0.75, shadowSize: 1024 },
  { pixelRatio: 0.6, shadowSize: 512 },
];

const slowFrame = 45; // [ms]
const verySlowFrame = 150; // [ms]
const pause = 5000; // a longer gap is not a slow frame: the page was hidden [ms]
const patience = 8; // slow frames in a row before the quality drops; very slow ones count fourfold
const rest = 350; // time without a change before the picture is drawn at full quality [ms]

/// Without graphics hardware there is no antialiasing; a static picture is supersampled instead.
const softwareStill: Quality = { pixelRatio: 1.5, shadowSize: 2048 };

/// Whether this is the name of a software renderer.
export const isSoftware = (renderer: string): boolean => /swiftshader|llvmpipe|softpipe|software/i.test(renderer);

/// Measures the time between consecutive frames.
export class Pace {
  private last = -Infinity;
  private slow = 0;
  private level: number;
  private readonly finest: Quality;
  private settled = false;

  constructor(private readonly screenRatio: number, software: boolean) {
    // start with the level at which the screen's pixel ratio makes a difference
    const first = levels.findIndex((q) => q.pixelRatio <= Math.max(1, screenRatio));
    this.finest = software ? softwareStill : this.limited(levels[first]!);
    this.level = software ? Math.max(first, 3) : first;
  }

  private limited({ pixelRatio, shadowSize }: Quality): Quality {
    return { pixelRatio: Math.min(pixelRatio, this.screenRatio), shadowSize };
  }

  /// The quality to draw with now.
  get quality(): Quality {
    return this.settled ? this.finest : this.limited(levels[this.level]!);
  }

  /// Called when a picture is drawn at this time [ms]; `follows` if the previous frame was drawn,
  /// too. Returns whether the quality has changed.
  frame(now: number, follows: boolean): boolean {
    const gap = now - this.last;
    this.last = now;
    const before = this.quality;
    if (follows && gap < pause) this.count(gap);
    this.settled = false;
    return !same(before, this.quality);
  }

  private count(gap: number): void {
    if (gap <= slowFrame) this.slow = 0;
    else this.slow += gap > verySlowFrame ? 4 : 1;
    if (this.slow < patience || this.level + 1 >= levels.length) return;
    this.slow = 0;
    ++this.level;
  }

  /// Whether a picture at rest must be drawn again at full quality.
  settle(now: number): boolean {
    if (this.settled || now - this.last < rest) return false;
    const before = this.quality;
    this.settled = true;
    return !same(before, this.quality);
  }
}

const same = (a: Quality, b: Quality): boolean => a.pixelRatio === b.pixelRatio && a.shadowSize === b.shadowSize;
