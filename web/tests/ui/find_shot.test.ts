// What can be asked for, and what the engine finds.
import { describe, expect, it } from 'vitest';
import { motions, stride, type Engine } from '../../src/api';
import type { WasmEngine } from '../../src/engine/engine';
import { resultText, strokeText } from '../../src/ui/find_shot';
import { offeredKinds, regionGoal, searchGoal, type Wanted } from '../../src/ui/goals';
import { cellColour, regionText } from '../../src/ui/region_map';
import { load, textOf } from '../engine/support';

const engine: Engine = await load();
const open = (name: string) => engine.parse(textOf(`scenes/${name}.toml`), `${name}.toml`);
const pot: Wanted = { kind: 'pot', ball: '1', pocket: '', zone: null };

describe('what can be asked for', () => {
  it('depends on pockets and balls', () => {
    expect(offeredKinds(open('break_9ball'))).toEqual(['pot', 'carom', 'hit']);
    expect(offeredKinds(open('three_cushion'))).toEqual(['carom', 'hit']);
    expect(offeredKinds(open('newtons_cradle'))).toEqual([]);
  });
});

describe('found shots', () => {
  const scene = open('bank_shot');
  const found = (engine as WasmEngine).findShots(searchGoal(scene, pot));

  it('do it when they are simulated, the most likely first', () => {
    expect(found.solutions.length).toBeGreaterThan(1);
    for (const { shot } of found.solutions) {
      const overrides = Object.entries(shot).map(([key, value]) => `shot.${key}=${value}`);
      const run = engine.simulate(engine.parse(scene.json, 'scene.json', overrides), 'event');
      const index = scene.balls.findIndex(({ id }) => id === '1');
      expect(motions[run.sample(run.tEnd)[stride * index + stride - 1]!]).toBe('pocketed');
      run.free();
    }
    const chances = found.solutions.map(({ chance }) => chance);
    expect(chances).toEqual([...chances].sort((a, b) => b - a));
    expect(resultText(found)).toMatch(/^\d+ found in [\d,]+ simulations/);
  });

  it('have a make region whose chance is theirs', () => {
    const best = found.solutions[0]!;
    const overrides = Object.entries(best.shot).map(([key, value]) => `shot.${key}=${value}`);
    const shot = engine.parse(scene.json, 'scene.json', overrides);
    const region = engine.makeRegion(regionGoal(shot, pot), 24, 16);
    expect(region.success).toHaveLength(24 * 16);
    const spread = Math.hypot(region.error, Math.sqrt(best.chance * (1 - best.chance) / 200)) + 0.005;
    expect(Math.abs(region.chance - best.chance)).toBeLessThan(4 * spread);
    expect(regionText(region)).toMatch(/^Chance \d+ % ± \d+ %\. Across: aim ±0\.50°/);
  });

  it('are refused with a message if the goal is invalid', () => {
    const wrong = { ...pot, ball: 'none' };
    expect(() => engine.makeRegion(regionGoal(scene, wrong), 2, 2)).toThrow(/goals\.0\.ball/);
  });
});

it('names a shot by chance and stroke', () => {
  const found = { chance: 0.456, path: 'cue-1', usualMiss: '' };
  expect(strokeText({ ...found, shot: { speed: 2.5, heading: -12.34, side: 0.1, height: -0.2 } }))
    .toBe('46 %: 2.50 m/s, -12.3°, tip 10 % left, 20 % low');
  expect(strokeText({ ...found, shot: { speed: 2.5, heading: 0 } })).toBe('46 %: 2.50 m/s, 0.0°');
});

it('colours never dark and always gold', () => {
  expect(cellColour(0)).toBe('rgb(35 38 46)');
  expect(cellColour(1)).toBe('rgb(244 197 87)');
});
