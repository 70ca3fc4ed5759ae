// Rails and colours as the module hands them over.
import { describe, expect, it } from 'vitest';
import type { Table, Vec2 } from '../../src/api';
import { distance, dot, sub, unit } from '../../src/stage/plane';
import { parsedScene, presetTable } from '../stage/tables';

/// Distance from p to the nearest nose line or facing made endless, or jaw circle.
function offParts(table: Table, p: Vec2): number {
  const lines = table.cushions.map((c) => {
    const along = unit(sub(c.to, c.from));
    const d = sub(p, c.from);
    return Math.abs(d[0] * along[1] - d[1] * along[0]);
  });
  const jaws = table.jaws.map((j) => Math.abs(distance(p, j.centre) - j.radius));
  return Math.min(...lines, ...jaws);
}

describe.each(['pool-9ft', 'snooker-12ft'])('the rails of %s', (name) => {
  const table = presetTable(name);
  const { drawing } = table;

  it('are six, and use every part', () => {
    expect(drawing).toMatchObject({ framed: true, looseCushions: [], looseJaws: [] });
    expect(drawing.rails.length).toBe(6);
  });

  it("have their front at the engine's noses, jaws and facings", () => {
    for (const rail of drawing.rails) {
      for (const p of rail.front) expect(offParts(table, p)).toBeLessThan(1e-9);
    }
  });

  it('go around every jaw in small steps', () => {
    const points = drawing.rails.flatMap((rail) => rail.front);
    for (const jaw of table.jaws) {
      const on = points.filter((p) => Math.abs(distance(p, jaw.centre) - jaw.radius) < 1e-9);
      expect(on.length).toBeGreaterThanOrEqual(3);
      on.slice(1).forEach((p, i) => expect(distance(p, on[i]!)).toBeLessThan(0.14 * jaw.radius));
    }
  });

  it('include every nose line with its exact ends', () => {
    const points = drawing.rails.flatMap((rail) => rail.front);
    for (const c of table.cushions.filter((nose) => nose.id.startsWith('nose'))) {
      expect(points).toContainEqual(c.from);
      expect(points).toContainEqual(c.to);
    }
  });

  it('begin and end at the back of the rubber and never protrude beyond the nose', () => {
    for (const rail of drawing.rails) {
      const heights = rail.front.map((p) => dot(sub(p, rail.nose), rail.out));
      expect(heights[0]).toBeCloseTo(drawing.cushionDepth, 6);
      expect(heights[heights.length - 1]).toBeCloseTo(drawing.cushionDepth, 6);
      expect(Math.min(...heights)).toBeGreaterThan(-1e-12);
    }
  });

  it('leave room in the wood for every hole', () => {
    for (const p of table.pockets) {
      expect(Math.abs(p.centre[0]) + p.radius).toBeLessThan(0.5 * table.length + drawing.railWidth);
      expect(Math.abs(p.centre[1]) + p.radius).toBeLessThan(0.5 * table.width + drawing.railWidth);
    }
  });
});

describe('a table without pockets', () => {
  it('has four cushions that meet in mitres', () => {
    const { length, width, drawing } = presetTable('carom-10ft');
    const [x, y] = [0.5 * length + drawing.cushionDepth, 0.5 * width + drawing.cushionDepth];
    const ends = drawing.rails.flatMap((rail) => [rail.front[0]!, rail.front[3]!]);
    for (const corner of [[x, y], [x, -y], [-x, y], [-x, -y]] as Vec2[]) {
      expect(ends.filter((p) => distance(p, corner) < 1e-12).length).toBe(2);
    }
  });

  it('of no length has no frame', () => {
    expect(presetTable('open').drawing).toMatchObject({ framed: false, rails: [] });
  });

  it('lists cushions and posts without rails as loose', () => {
    const wall = '[[table.cushion]]\nid = "wall"\nfrom = [0.9, 0.3]\nto = [0.9, 0.6]\n';
    const post = '[[table.jaw]]\nid = "post"\ncentre = [0.9, -0.5]\nradius = 0.02\n';
    const { table } = parsedScene(`${wall}${post}`, ['cue']);
    expect(table.drawing.looseCushions).toEqual(table.cushions);
    expect(table.drawing.looseJaws).toEqual(table.jaws);
    expect(table.jaws.length).toBe(1);
  });
});

describe('the colours of balls', () => {
  const numbers = Array.from({ length: 15 }, (_, i) => String(i + 1));
  const colours = (preset: string, ids: readonly string[]) =>
    parsedScene(`preset = "${preset}"`, ids).balls.map((ball) => ball.colours);

  it('follow the numbers: stripes from 9, each marked with its number', () => {
    colours('pool-9ft', numbers).forEach((ball, i) => {
      expect(ball).toMatchObject({ striped: i >= 8, label: numbers[i] });
    });
    const [one, eight, nine] = colours('pool-9ft', ['1', '8', '9']);
    expect([one!.fill, eight!.fill, nine!.fill]).toEqual(['#f5c21b', '#17171a', '#f5c21b']);
  });

  it('make numbers reds on a snooker table, and red3 a red anywhere', () => {
    const [three, red, green] = colours('snooker-12ft', ['3', 'red12', 'green-1']);
    expect(three!.fill).toBe(red!.fill);
    expect(green!.fill).toBe('#0b7a3b');
  });

  it('give an unknown ball its first letter', () => {
    expect(colours('pool-9ft', ['object'])[0]).toMatchObject({ label: 'o' });
  });

  it('of the cloth differ by game', () => {
    const cloths = ['pool-9ft', 'snooker-12ft', 'carom-10ft'].map((name) => presetTable(name).drawing.cloth);
    expect(new Set(cloths).size).toBe(3);
  });
});
