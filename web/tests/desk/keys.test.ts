import { describe, expect, it } from 'vitest';
import type { KeyDoc } from '../../src/api';
import { controlOf, groupsOf, restored, toToml, valueAt, type Document } from '../../src/desk/keys';
import { shortRefusal } from '../../src/desk/laws_panel';

function key(path: string, type: string, allowed: string, doc = '', fallback = ''): KeyDoc {
  return { path, type, allowed, fallback, doc, required: false };
}

const laws = 'one of mirror, han-2005, stronge';
const keys: KeyDoc[] = [
  key('table.preset', 'a name', 'one of pool-9ft, open'),
  key('balls[].id', 'a text', 'a text'),
  key('physics.gravity', 'a number', 'above 0 and at most 1000'),
  key('physics.cushion', 'a table', 'a table'),
  key('physics.cushion.law', 'a name', laws),
  key('physics.cushion.restitution', 'a number', 'between 0 and 1', 'kept (law: mirror, han-2005)'),
  key('physics.cushion.restitution', 'a number', 'between 0.1 and 1', 'work (law: stronge)'),
  key('physics.cushion.omega_ratio', 'a number', 'between 1 and 10', 'ratio (law: stronge)'),
  key('physics.ball_ball.friction', 'a number or a name or a table', 'at least 0 or alciatore or a table'),
  key('physics.ball_ball.friction.a', 'a number', 'at least 0', '', '0.0'),
  key('physics.ball_ball.friction.b', 'a number', 'at least 0', '', '0.5'),
  key('smooth.cushion.law', 'a name', 'one of hertz, exact'),
  key('smooth.reference_velocity', 'a number or a name', 'between 0 and 1000 or one of initial, running-max'),
  key('run.max_events', 'a whole number', 'between 1 and 1e9'),
  key('run.engine', 'a name', 'one of event, smooth'),
  key('shot.speed', 'a number', 'between 0 and 100'),
];

const document: Document = {
  table: { preset: 'pool-9ft' },
  physics: {
    gravity: 9.81, cushion: { law: 'stronge', restitution: 0.85, omega_ratio: 1.8 },
    ball_ball: { friction: 'alciatore' },
  },
  smooth: { cushion: { law: 'exact' }, reference_velocity: 'initial' },
  run: { engine: 'event', max_events: 100 },
  shot: { speed: 1 },
};

function paths(engine: 'event' | 'smooth', changed: Document = document): string[] {
  return groupsOf(keys, changed, document, engine, 'pool').flatMap((group) => group.fields.map((field) => field.path));
}

describe('the parameter panel', () => {
  it('shows what the engine reads, each key once', () => {
    expect(paths('event')).toEqual([
      'physics.cushion.law', 'physics.cushion.restitution', 'physics.cushion.omega_ratio', 'physics.ball_ball.friction',
      'table.preset', 'physics.gravity', 'run.max_events',
    ]);
    expect(paths('smooth')).toEqual([
      'smooth.cushion.law', 'table.preset', 'physics.gravity', 'smooth.reference_velocity', 'run.max_events',
    ]);
  });

  it('shows a key as the chosen law has it', () => {
    const field = groupsOf(keys, document, document, 'event', 'pool')
      .flatMap((group) => group.fields).find((found) => found.path === 'physics.cushion.restitution')!;
    expect(field).toMatchObject({ allowed: 'between 0.1 and 1', value: 0.85, changed: false });
  });

  it('leaves out contacts a system does not have', () => {
    const system: Document = { ...document, system: { kind: 'newtons-cradle' } };
    const shown = groupsOf(keys, system, system, 'smooth', 'newtons-cradle').flatMap((group) => group.fields);
    expect(shown.map((field) => field.path)).toEqual(['physics.gravity', 'smooth.reference_velocity', 'run.max_events']);
  });

  it('marks what differs from the scene as opened', () => {
    const now = structuredClone(document) as any;
    now.physics.cushion = { law: 'mirror', restitution: 0.85 };
    now.physics.gravity = 1.62;
    const fields = groupsOf(keys, now, document, 'event', 'pool').flatMap((group) => group.fields);
    expect(fields.filter((field) => field.changed).map((field) => field.path)).toEqual(['physics.cushion.law', 'physics.gravity']);
    expect(fields.map((field) => field.path)).not.toContain('physics.cushion.omega_ratio');
  });

  it('shows the keys of a table where one is chosen', () => {
    const now = structuredClone(document) as any;
    now.physics.ball_ball.friction = { a: 0.01, b: 0.1 };
    expect(paths('event', now)).toEqual(expect.arrayContaining(['physics.ball_ball.friction.a', 'physics.ball_ball.friction.b']));
    expect(paths('event')).not.toContain('physics.ball_ball.friction.a');
  });
});

describe('a law that is not written', () => {
  const cloth: KeyDoc[] = [
    key('physics.cloth.law', 'a name', 'one of coulomb, patch', '', '"coulomb"'),
    key('physics.cloth.sliding', 'a number', 'at least 0', 'mu_s (law: coulomb)', '0.0'),
    key('physics.cloth.radius', 'a number', 'above 0', 'a (law: patch)', '0.003'),
  ];
  it('counts as its default', () => {
    const written: Document = { physics: { cloth: { sliding: 0.2 } } };
    const fields = groupsOf(cloth, written, written, 'event', 'pool').flatMap((group) => group.fields);
    expect(fields.map((field) => [field.path, field.value])).toEqual([['physics.cloth.law', 'coulomb'], ['physics.cloth.sliding', 0.2]]);
  });
});

describe('controls', () => {
  const of = (path: string) => controlOf(keys.find((found) => found.path === path)!, keys);
  it('fit what a key takes', () => {
    expect(of('physics.cushion.law')).toEqual({ kind: 'select', options: ['mirror', 'han-2005', 'stronge'] });
    expect(of('run.max_events')).toEqual({ kind: 'number', whole: true });
    expect(of('smooth.reference_velocity')).toEqual({ kind: 'mixed', options: ['initial', 'running-max'], table: null });
    expect(of('physics.ball_ball.friction')).toEqual({ kind: 'mixed', options: ['alciatore'], table: '{a = 0.0, b = 0.5}' });
    expect(of('physics.cushion')).toBeNull();
  });
});

describe('a reset', () => {
  it('brings a law back with its parameters', () => {
    const now = structuredClone(document) as any;
    now.physics.cushion = { law: 'mirror', restitution: 0.3 };
    now.physics.gravity = 1;
    const back = restored(now, document, 'physics.cushion.law');
    expect(valueAt(back, 'physics.cushion')).toEqual({ law: 'stronge', restitution: 0.85, omega_ratio: 1.8 });
    expect(valueAt(back, 'physics.gravity')).toBe(1);
    expect(valueAt(restored(now, document, 'physics.gravity'), 'physics.gravity')).toBe(9.81);
  });

  it('takes out what the scene did not have', () => {
    const now = structuredClone(document) as any;
    now.table.cushion_height = 0.04;
    expect(valueAt(restored(now, document, 'table.cushion_height'), 'table')).toEqual({ preset: 'pool-9ft' });
  });
});

describe('values in TOML', () => {
  it('are quoted, nested and listed', () => {
    expect(toToml({ law: 'a"b', v: [1, 2.5], on: true })).toBe('{law = "a\\"b", v = [1, 2.5], on = true}');
  });
});

describe('a refusal beside its field', () => {
  it('leaves out what the field already says', () => {
    expect(shortRefusal('scene.json: physics.gravity: is -1, must be above 0', 'physics.gravity')).toBe('is -1, must be above 0');
    expect(shortRefusal('something else', 'physics.gravity')).toBe('something else');
  });
});
