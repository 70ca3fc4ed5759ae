// The worker's job, without a worker.
import { expect, test } from 'vitest';
import { answer } from '../../src/engine/long_run_job';
import type { Reply } from '../../src/engine/long_run_job';
import { load, textOf, wasmBytes } from './support';

const engine = await load();
const name = 'scenes/four_ball_break.toml';

async function replies(scene: string, tMax: number): Promise<Reply[]> {
  const all: Reply[] = [];
  await answer({ wasm: wasmBytes(), kind: 'run', scene, engine: 'smooth', tMax }, (reply) => all.push(reply));
  return all;
}

test('a long run reports progress and ends with the recording', async () => {
  const scene = engine.parse(textOf(name), name);
  const all = await replies(scene.json, 0.5);
  const result = all.pop()!;
  expect(all.every(({ kind }) => kind === 'progress')).toBe(true);
  if (result.kind !== 'result') throw new Error('no result');
  const direct = engine.simulate(scene, 'smooth', 0.5);
  expect(engine.open(result.text, 'result.json').hash).toBe(direct.hash);
});

test('a rejected scene ends with the message', async () => {
  expect(await replies('{"schema": 1}', 0.5)).toMatchObject([{ kind: 'error', ofInput: true }]);
});
