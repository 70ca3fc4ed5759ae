import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clothOf, light, lookOf } from '../../src/stage/looks';
import { boxTable, printedTable, sceneOf } from './tables';

const pictures = readFileSync(new URL('../../../src/draw/look.cpp', import.meta.url), 'utf8');
const ids = [...Array.from({ length: 15 }, (_, i) => String(i + 1)), 'cue', 'white', 'yellow', 'red', 'green',
  'brown', 'blue', 'pink', 'black'];
const scene = sceneOf(boxTable(2, 1), [...ids, 'a', 'b', 'c', 'd', 'e', 'f']);

describe('looks', () => {
  it('have exactly the colours of the pictures', () => {
    const drop = { kind: 'bouncing-ball', surface: 'plane', tubeRadius: 1 } as const;
    const balls = [scene, { ...scene, system: drop }].flatMap((s) => s.balls.map((_, i) => lookOf(s, i)))
      .flatMap((look) => [look.fill, look.path, look.dots]).filter((colour) => colour !== '');
    const cloths = ['snooker', 'carom', 'pool'].flatMap((preset) => Object.values(clothOf({ ...scene.table, preset })));
    expect(new Set([...balls, ...cloths])).toEqual(new Set(pictures.match(/#[0-9a-f]{6}/g)));
  });

  it.each([['1', '"#f5c21b"'], ['8', '"#17171a"'], ['9', '"#f5c21b"'], ['cue', '"#f8f4e8"'], ['pink', '"#f19ab2"']])(
    'ball %s is %s', (id, fill) => {
      expect(`"${lookOf(sceneOf(boxTable(2, 1), [id]), 0).fill}"`).toBe(fill);
    });

  it('stripe the balls from 9 and mark each with its number', () => {
    ids.slice(0, 15).forEach((id, i) => {
      expect(lookOf(scene, i)).toMatchObject({ striped: i >= 8, label: id });
    });
  });

  it('make numbers reds on a snooker table, and red3 a red anywhere', () => {
    const snooker = sceneOf(printedTable('snooker-12ft'), ['3', 'red12', 'green-1']);
    expect(lookOf(snooker, 0).fill).toBe(lookOf(snooker, 1).fill);
    expect(lookOf(snooker, 2).fill).toBe('#0b7a3b');
  });

  it('give an unknown ball its first letter', () => {
    expect(lookOf(sceneOf(boxTable(2, 1), ['object']), 0)).toMatchObject({ label: 'o', dots: '' });
  });

  it('decode colours: black, white, and middle grey of 21 % light', () => {
    expect(light('#000000')).toEqual([0, 0, 0]);
    expect(light('#ffffff')).toEqual([1, 1, 1]);
    expect(light('#007f00')[1]).toBeCloseTo(0.2122, 3);
  });
});
