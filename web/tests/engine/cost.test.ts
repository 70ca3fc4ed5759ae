// What shots cost in the module: memory must not grow; the times are printed, not judged.
import { expect, test } from 'vitest';
import { WasmEngine } from '../../src/engine/engine';
import { Module } from '../../src/engine/module';
import { textOf, wasmBytes } from './support';

const name = 'scenes/break_9ball.toml';

test('a thousand shots take no more memory than ten', async () => {
  const module = await Module.load(wasmBytes());
  const engine = new WasmEngine(module);
  const scene = engine.parse(textOf(name), name);
  const shoot = (times: number): number => {
    for (let i = 0; i < times; ++i) {
      const run = engine.simulate(scene);
      if (i % 10 === 0) {
        run.sample(1);
        run.path(0);
        run.energy();
        expect(() => engine.parse('name = 1', 'faulty.toml')).toThrow('faulty.toml: ');
      }
      run.free();
    }
    return module.calls.memory.buffer.byteLength;
  };
  const early = shoot(10);
  expect(shoot(990)).toBe(early);
}, 60_000);

test('time of a nine-ball break', async () => {
  const engine = new WasmEngine(await Module.load(wasmBytes()));
  const scene = engine.parse(textOf(name), name);
  const seconds: number[] = [];
  for (let i = 0; i < 101; ++i) {
    const run = engine.simulate(scene);
    seconds.push(run.wallSeconds);
    run.free();
  }
  seconds.sort((a, b) => a - b);
  const [least, median] = [seconds[0]!, seconds[50]!].map((s) => (1000 * s).toFixed(2));
  console.log(`nine-ball break, text to trajectory: median ${median} ms, least ${least} ms`);
  expect(seconds).toHaveLength(101);
});
