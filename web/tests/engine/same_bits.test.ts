// The module and the program give the same bits for every scene.
import { expect, test } from 'vitest';
import type { EngineName, Trajectory } from '../../src/api';
import { InputError } from '../../src/api';
import { cuelab, load, sceneNames, textOf } from './support';
import type { Result } from './support';

const engine = await load();

/// The run's hash, or the refusal.
function inModule(name: string, choice?: EngineName, tMax?: number): string {
  try {
    const run = engine.simulate(engine.parse(textOf(name), name), choice, tMax);
    const { hash } = run;
    run.free();
    return hash;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

function inProgram(name: string, ...options: readonly string[]): string {
  const { out, complaint } = cuelab('simulate', name, '--json', ...options);
  return out === '' ? complaint : (JSON.parse(out) as Result).hash;
}

test.each(sceneNames)('%s as it stands', (name) => {
  const isSmooth = engine.parse(textOf(name), name).engine === 'smooth';
  const [tMax, ...options] = isSmooth ? [0.2, '--t-max', '0.2'] as const : [undefined];
  expect(inModule(name, undefined, tMax)).toBe(inProgram(name, ...options));
}, 60_000);

test.each(sceneNames)('%s for a while with the smooth engine', (name) => {
  expect(inModule(name, 'smooth', 0.2)).toBe(
    inProgram(name, '--engine', 'smooth', '--t-max', '0.2'),
  );
}, 60_000);

test('what follows a run goes on with the same bits', () => {
  const name = 'scenes/break_9ball.toml';
  const first = engine.simulate(engine.parse(textOf(name), name));
  const next = engine.after(first);
  const again: Trajectory = engine.simulate(engine.parse(next.json, 'next.json'));
  expect(again.events).toEqual([]);
  expect(again.sample(0)).toEqual(again.sample(again.tEnd));
});
