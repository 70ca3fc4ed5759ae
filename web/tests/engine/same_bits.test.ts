// The module and the program give the same bits for every scene.
import { expect, test } from 'vitest';
import { InputError } from '../../src/api';
import type { EngineName } from '../../src/api';
import { cuelab, load, sceneNames, textOf } from './support';
import type { Result } from './support';

const engine = await load();

/// How long the smooth engine runs: past the first contacts, and not for long [s].
const smoothTime = (name: string): number => (name.includes('bearing') ? 0.05 : 0.2);

/// The run's hash, or the refusal.
function inModule(name: string, choice: EngineName, tMax?: number): string {
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

function inProgram(name: string, choice: EngineName, tMax?: number): string {
  const limit = tMax === undefined ? [] : ['--t-max', String(tMax)];
  const { out, complaint } = cuelab('simulate', name, '--json', '--engine', choice, ...limit);
  return out === '' ? complaint : (JSON.parse(out) as Result).hash;
}

test.each(sceneNames)('%s', (name) => {
  const runs = [['event'], ['stepped'], ['hybrid'], ['smooth', smoothTime(name)]] as const;
  const hashes = runs.map(([choice, tMax]) => inModule(name, choice, tMax));
  expect(hashes).toEqual(runs.map(([choice, tMax]) => inProgram(name, choice, tMax)));
  expect(hashes.some((hash) => /^[0-9a-f]{16}$/.test(hash))).toBe(true);
}, 60_000);

test('balls at rest at the end of a run stay there', () => {
  const name = 'scenes/break_9ball.toml';
  const next = engine.after(engine.simulate(engine.parse(textOf(name), name)));
  expect(next.shot).toBeNull();
  const again = engine.simulate(next);
  expect(again.events).toEqual([]);
  next.balls.forEach(({ position }, i) => {
    expect([...again.sample(again.tEnd).subarray(14 * i, 14 * i + 3)]).toEqual([...position]);
  });
});
