import { expect, test } from 'vitest';
import { light, pathColour, arrowColour } from '../../src/stage/colours';
import { noColours } from '../blank';

test('black balls have a grey path and silver arrows, others their own tint', () => {
  const black = { ...noColours, fill: '#17171a', path: '#17171a' };
  expect(new Set([pathColour(black), arrowColour(black), black.fill]).size).toBe(3);
  const blue = { ...noColours, fill: '#1d4fc4', path: '#86b1ff' };
  expect([pathColour(blue), arrowColour(blue)]).toEqual(['#86b1ff', '#86b1ff']);
});

test('colours are decoded: black, white, and middle grey of 21 % light', () => {
  expect(light('#000000')).toEqual([0, 0, 0]);
  expect(light('#ffffff')).toEqual([1, 1, 1]);
  expect(light('#007f00')[1]).toBeCloseTo(0.2122, 3);
});
