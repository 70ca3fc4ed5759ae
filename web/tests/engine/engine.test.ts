// What the wrapper gives the page, compared with the program.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError, motions, stride } from '../../src/api';
import type { Trajectory } from '../../src/api';
import { cuelab, load, simulated, textOf } from './support';
import type { State } from './support';

const engine = await load();
const folder = mkdtempSync(join(tmpdir(), 'cuelab-'));
afterAll(() => rmSync(folder, { recursive: true }));

const breakName = 'scenes/break_9ball.toml';
const breakText = textOf(breakName);
const run = (name: string, tMax?: number): Trajectory =>
  engine.simulate(engine.parse(textOf(name), name), undefined, tMax);

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'not refused';
}

describe('an invalid scene is rejected with the message of the command line', () => {
  const ball = '[[balls]]\nid = "cue"\nposition = [0, 0]\n';
  const texts: readonly (readonly [string, string, ...string[]])[] = [
    ['syntax.toml', 'name = \n'],
    ['syntax.json', '{"schema": 1,, }'],
    ['twice.json', '{"name": "a", "name": "b"}'],
    ['deep.json', '['.repeat(40) + ']'.repeat(40)],
    ['unicode.toml', 'name = "é\n'],
    ['empty.toml', ''],
    ['unknown.toml', `schema = 1\n${ball}[physics.cloth]\nslidng = 0.2\n`],
    ['range.toml', `schema = 1\n${ball}[physics.cloth]\nsliding = -1\n`],
    ['type.toml', `schema = 1\n${ball}[shot]\nball = "cue"\nspeed = "fast"\n`],
    ['overlap.toml', `schema = 1\n${ball}[[balls]]\nid = "1"\nposition = [0.01, 0]\n`],
    ['override.toml', `schema = 1\n${ball}`, 'physics.cushion.law=no-such-law'],
    ['override.toml', `schema = 1\n${ball}`, 'physics.cloth.sliding=[1'],
    ['override.toml', `schema = 1\n${ball}`, 'nothing'],
  ];
  test.each(texts)('%s: %j', (name, text, ...overrides) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const options = overrides.flatMap((override) => ['--set', override]);
    const { out, complaint } = cuelab('simulate', file, '--json', ...options);
    expect(out).toBe('');
    expect(refusal(() => engine.parse(text, file, overrides))).toBe(complaint);
  });

  test('an engine that cannot run the scene', () => {
    const name = 'scenes/newtons_cradle.toml';
    const { complaint } = cuelab('simulate', name, '--engine', 'event');
    expect(refusal(() => engine.simulate(engine.parse(textOf(name), name), 'event'))).toBe(complaint);
  });

  test('a run that reaches its limit of events', () => {
    const { complaint } = cuelab('simulate', breakName, '--json', '--set', 'run.max_events=5');
    expect(complaint).toContain('run.max_events: reached 5 events');
    const scene = engine.parse(breakText, breakName, ['run.max_events=5']);
    expect(refusal(() => engine.simulate(scene))).toBe(complaint);
  });

  test('an integrator that only the program has', () => {
    const scene = engine.parse(breakText, breakName, ['smooth.integrator=bdf']);
    expect(refusal(() => engine.simulate(scene, 'smooth', 0.1))).toBe(
      `${breakName}: smooth.integrator: bdf needs SUNDIALS, which this build does not have; available: dormand-prince, rk4`,
    );
  });

  test('an override without quotes, as on the command line', () => {
    const scene = engine.parse(breakText, breakName, ['physics.cushion.law=mirror', 'shot.speed=3']);
    expect(engine.simulate(scene).hash).toBe(
      simulated(breakName, '--set', 'physics.cushion.law=mirror', '--set', 'shot.speed=3').hash,
    );
  });
});

test('a scene is described with table, balls and shot', () => {
  const scene = engine.parse(breakText, breakName);
  expect(scene.table.pockets).toHaveLength(6);
  expect(scene.balls).toHaveLength(10);
  expect(scene.balls[0]).toMatchObject({ id: 'cue', radius: 0.028575 });
  expect(scene.shot).not.toBeNull();
  expect(engine.parse(scene.toml, 'again.toml')).toEqual(scene);
  expect(engine.parse(scene.json, 'again.json')).toEqual(scene);
});

test('numbers are read to the last bit', () => {
  // decimals near and at the middle between two doubles, very small ones, and many digits
  const digits = ['0.1', '5e-324', '2.2250738585072011e-308', '9.5367431640625e-7',
    '1.00000000000000011102230246251565404236316680908203125',
    '1.00000000000000011102230246251565404236316680908203126',
    '1.00000000000000033306690738754696212708950042724609375',
    '1.00000000000000033306690738754696212708950042724609374'];
  for (let i = 1; i < 200; ++i) {
    const fraction = Math.abs(Math.sin(i)).toFixed(20).slice(2) + String(i * 7919);
    digits.push(`${i}.${fraction}e${(i % 40) - 37}`);
  }
  const spinIn = (text: string, name: string): number => {
    const document = JSON.parse(engine.parse(text, name).json) as {
      balls: readonly { spin: readonly number[] }[];
    };
    return document.balls[0]!.spin[2]!;
  };
  for (const number of digits) {
    const ball = `{"id": "cue", "position": [0, 0], "spin": [0, 0, ${number}]}`;
    expect(spinIn(`{"schema": 1, "balls": [${ball}]}`, 'a.json'), number).toBe(Number(number));
    const toml = `schema = 1\n[[balls]]\nid = "cue"\nposition = [0, 0]\nspin = [0, 0, ${number}]\n`;
    expect(spinIn(toml, 'a.toml'), number).toBe(Number(number));
  }
});

function stateIn(sample: Float64Array, ball: number): Omit<State, 'id'> {
  const at = (from: number, count: number): number[] =>
    [...sample.subarray(ball * stride + from, ball * stride + from + count)];
  return {
    position: at(0, 3),
    velocity: at(3, 3),
    spin: at(6, 3),
    orientation: at(9, 4),
    motion: motions[sample[ball * stride + 13]!]!,
  };
}

test.each(['scenes/break_9ball.toml', 'scenes/masse.toml', 'scenes/jump_over.toml'])(
  'samples of %s are those of the program to the last bit',
  (name) => {
    const times = [0, 0.1, 0.37, 1.5, 1e9];
    const shot = run(name);
    for (const { t, balls } of simulated(name, '--at', times.join(',')).samples!) {
      const sample = shot.sample(t);
      expect(balls.map((_, i) => stateIn(sample, i))).toEqual(balls.map(({ id: _, ...state }) => state));
    }
    shot.free();
  },
);

test('events are those of the program', () => {
  const shot = run(breakName);
  const expected = simulated(breakName);
  expect(
    shot.events.map(({ t, type, agents }) => ({ t, type, agents: agents.filter((id) => id !== '') })),
  ).toEqual(expected.events.map(({ t, type, agents }) => ({ t, type, agents })));
  for (const { t, at, ball, other, agents } of shot.events) {
    expect(shot.scene.balls[ball]!.id).toBe(agents[0]);
    expect(other).toBe(shot.scene.balls.findIndex(({ id }) => id === agents[1]));
    expect([...at]).toEqual(stateIn(shot.sample(t), ball).position);
  }
});

test('contacts name their bodies and lie within the run', () => {
  const shot = run('scenes/newtons_cradle.toml', 0.4);
  expect(shot.contacts.length).toBeGreaterThan(3);
  for (const { begin, end, ball, other, agents, peakForce, depth } of shot.contacts) {
    expect([shot.scene.balls[ball]!.id, shot.scene.balls[other]!.id]).toEqual(agents);
    expect(begin).toBeLessThan(end);
    expect(end).toBeLessThanOrEqual(shot.tEnd);
    expect(peakForce).toBeGreaterThan(0);
    expect(depth).toBeGreaterThan(0);
  }
});

/// Distance of a point from the straight line between two points of a path.
function distance(p: readonly number[], points: Float32Array, i: number): number {
  const a = points.subarray(3 * i, 3 * i + 3);
  const b = points.subarray(3 * i + 3, 3 * i + 6);
  const along = [0, 1, 2].map((k) => b[k]! - a[k]!);
  const square = along.reduce((sum, x) => sum + x * x, 0);
  const s = square === 0 ? 0 : along.reduce((sum, x, k) => sum + x * (p[k]! - a[k]!), 0) / square;
  const clamped = Math.min(1, Math.max(0, s));
  return Math.hypot(...along.map((x, k) => p[k]! - a[k]! - clamped * x));
}

test.each([
  ['scenes/masse.toml', undefined],
  ['scenes/jump_over.toml', undefined],
  ['scenes/newtons_cradle.toml', 0.3],
] as const)('the paths of %s are within 1e-4 m', (name, tMax) => {
  const shot = run(name, tMax);
  for (let ball = 0; ball < shot.scene.balls.length; ++ball) {
    const { points, times, motion } = shot.path(ball);
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBe(Math.fround(shot.tEnd));
    let worst = 0;
    for (let i = 0; i + 1 < times.length; ++i) {
      const middle = (times[i]! + times[i + 1]!) / 2;
      const state = stateIn(shot.sample(middle), ball);
      if (times[i + 1]! - times[i]! < 1e-5) continue;
      worst = Math.max(worst, distance(state.position, points, i));
      expect(motions[motion[i]!]).toBe(state.motion);
    }
    expect(worst).toBeLessThan(1e-4);
  }
  shot.free();
});

test.each([
  ['scenes/break_9ball.toml', undefined],
  ['scenes/four_ball_break.toml', 0.1],
  ['scenes/newtons_cradle.toml', 0.2],
  ['scenes/bouncing_ball.toml', 0.2],
] as const)('the energy of %s begins and ends as the program says', (name, tMax) => {
  const shot = run(name, tMax);
  const curve = shot.energy();
  const options = tMax === undefined ? [] : ['--t-max', String(tMax)];
  const { energy, t_end } = simulated(name, ...options);
  expect(curve[0]).toBe(0);
  expect(curve[1]).toBeCloseTo(energy.initial, 9);
  expect(curve.at(-2)).toBe(t_end);
  expect(curve.at(-1)).toBeCloseTo(energy.final, 9);
  for (let i = 2; i < curve.length; i += 2) expect(curve[i]).toBeGreaterThanOrEqual(curve[i - 2]!);
});

test('the energy of a shot on the table never grows', () => {
  const curve = run('scenes/three_cushion.toml').energy();
  for (let i = 3; i < curve.length; i += 2) expect(curve[i]).toBeLessThan(curve[i - 2]! + 1e-12);
});

describe('recordings', () => {
  test.each([
    ['scenes/break_9ball.toml', undefined],
    ['scenes/four_ball_break.toml', 0.05],
    ['scenes/newtons_cradle.toml', 0.1],
  ] as const)('of %s go both ways', (name, tMax) => {
    const options = tMax === undefined ? [] : ['--t-max', String(tMax)];
    const file = join(folder, 'native.json');
    cuelab('simulate', name, '--out', file, ...options);
    const native = readFileSync(file, 'utf8');
    const here = run(name, tMax);
    const withoutTime = (text: string): string => text.replace(/"wall_seconds":[^,}]*/, '');
    expect(withoutTime(here.toJson())).toBe(withoutTime(native));

    // one written there opens here
    const opened = engine.open(native, file);
    expect(opened.hash).toBe(here.hash);
    expect(opened.toJson()).toBe(native);
    expect(opened.events).toEqual(here.events);

    // one written here opens there
    const own = join(folder, 'own.json');
    writeFileSync(own, here.toJson());
    const picture = join(folder, 'picture.svg');
    expect(cuelab('draw', own, '-o', picture).complaint).toBe('');
    expect(readFileSync(picture, 'utf8')).toContain('</svg>');
  });

  test('that are invalid are rejected as on the command line', () => {
    const file = join(folder, 'none.json');
    writeFileSync(file, run(breakName).toJson().replace('"motion":"sliding"', '"motion":"flying"'));
    const { complaint } = cuelab('draw', file, '-o', join(folder, 'none.svg'));
    expect(refusal(() => engine.open(readFileSync(file, 'utf8'), file))).toBe(complaint);
  });
});

test('every key of scene files is listed with its type', () => {
  const keys = engine.keys();
  expect(keys.find(({ path }) => path === 'physics.cloth.sliding')).toMatchObject({
    kinds: ['number'], names: [], allowed: 'between 0 and 10', only: { key: 'law', values: ['coulomb'] },
  });
  expect(keys.length).toBeGreaterThan(100);
});

describe('derivatives of a run', () => {
  test('are those of the command line', () => {
    const name = 'scenes/cut_left_side.toml';
    const { parameters, balls, margin, limits } = run(name).sensitivity();
    expect(parameters).toEqual(['speed', 'heading', 'side', 'height', 'elevation']);
    const { derivatives } = simulated(name, '--derivatives', parameters.join(',')) as unknown as {
      derivatives: { balls: unknown; margin: unknown; limits: unknown };
    };
    expect({ balls, margin, limits }).toEqual(
      { balls: derivatives.balls, margin: derivatives.margin, limits: derivatives.limits });
  });

  test('are refused with the reason where there are none', () => {
    const scene = engine.parse(textOf(breakName), breakName, ['run.engine="hybrid"']);
    expect(refusal(() => engine.simulate(scene).sensitivity()))
      .toBe('derivatives are available for the event engine only');
  });
});
