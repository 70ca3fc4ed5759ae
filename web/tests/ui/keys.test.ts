import { describe, expect, it } from 'vitest';
import type { KeyDoc, KeyKind } from '../../src/api';
import { controlOf, groupsOf, restored, toToml, valueAt, type Document } from '../../src/ui/keys';
import { shortRefusal } from '../../src/ui/laws_panel';

function key(path: string, kinds: KeyKind[], more: Partial<KeyDoc> = {}): KeyDoc {
  return { path, kinds, names: [], notBuilt: [], allowed: '', fallback: '', doc: '', only: null, ...more };
}
const law = (...values: string[]): Pick<KeyDoc, 'only'> => ({ only: { key: 'law', values } });

const keys: KeyDoc[] = [
  key('table.preset', ['name'], { names: ['pool-9ft', 'open'] }),
  key('balls[].id', ['text']),
  key('physics.gravity', ['number']),
  key('physics.cushion', ['table']),
  key('physics.cushion.law', ['name'], { names: ['mirror', 'han-2005', 'stronge'] }),
  key('physics.cushion.restitution', ['number'], { allowed: 'between 0 and 1', ...law('mirror', 'han-2005') }),
  key('physics.cushion.restitution', ['number'], { allowed: 'between 0.1 and 1', ...law('stronge') }),
  key('physics.cushion.omega_ratio', ['number'], { allowed: 'between 1 and 10', ...law('stronge') }),
  key('physics.ball_ball.friction', ['number', 'name', 'table'], { names: ['alciatore'], fallback: '0.0' }),
  key('physics.ball_ball.friction.a', ['number'], { fallback: '0.0' }),
  key('physics.ball_ball.friction.b', ['number'], { fallback: '0.5' }),
  key('smooth.cushion.law', ['name'], { names: ['hertz', 'exact'] }),
  key('smooth.cushion.restitution', ['number'], law('exact')),
  key('smooth.reference_velocity', ['number', 'name'], { names: ['initial', 'running-max'], fallback: '"initial"' }),
  key('run.max_events', ['integer']),
  key('run.engine', ['name'], { names: ['event', 'smooth'] }),
  key('shot.speed', ['number']),
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
      'physics.cushion.law', 'physics.cushion.restitution', 'physics.cushion.omega_ratio', 'physics.ball_ball.friction',
      'smooth.cushion.law', 'smooth.cushion.restitution', 'table.preset', 'physics.gravity', 'smooth.reference_velocity', 'run.max_events',
    ]);
  });

  it('shows a key with the range of the chosen law', () => {
    const field = groupsOf(keys, document, document, 'event', 'pool')
      .flatMap((group) => group.fields).find((found) => found.path === 'physics.cushion.restitution')!;
    expect(field).toMatchObject({ allowed: 'between 0.1 and 1', value: 0.85, changed: false });
  });

  it('omits contacts that a system does not have', () => {
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
    key('physics.cloth.law', ['name'], { names: ['coulomb', 'patch'], fallback: '"coulomb"' }),
    key('physics.cloth.sliding', ['number'], { fallback: '0.0', ...law('coulomb') }),
    key('physics.cloth.radius', ['number'], { fallback: '0.003', ...law('patch') }),
  ];
  it('counts as its default', () => {
    const written: Document = { physics: { cloth: { sliding: 0.2 } } };
    const fields = groupsOf(cloth, written, written, 'event', 'pool').flatMap((group) => group.fields);
    expect(fields.map((field) => [field.path, field.value])).toEqual([['physics.cloth.law', 'coulomb'], ['physics.cloth.sliding', 0.2]]);
  });
});

describe('a law that the page does not know', () => {
  const feather = { ...law('feather'), allowed: 'between 0 and 9', fallback: '2.5', doc: 'of the feather [mm]' };
  const added: KeyDoc[] = [
    ...keys.map((one) => (one.path === 'physics.cushion.law'
      ? { ...one, names: [...one.names, 'feather', 'anvil'], notBuilt: ['anvil'] } : one)),
    key('physics.cushion.thickness', ['number'], feather),
    key('physics.air_drag.law', ['name'], { names: ['stokes', 'newton'], fallback: '"stokes"' }),
  ];
  const now: Document = {
    physics: { cushion: { law: 'feather', thickness: 3 }, air_drag: { law: 'newton' } }, run: { engine: 'event' },
  };
  const groups = groupsOf(added, now, now, 'event', 'pool');
  const field = (path: string) => groups.flatMap((group) => group.fields).find((one) => one.path === path);

  it('is offered, with its parameters, their ranges and meanings', () => {
    expect(field('physics.cushion.law')!.control).toEqual({ kind: 'select', options: [
      ...['mirror', 'han-2005', 'stronge', 'feather'].map((name) => ({ name, built: true })), { name: 'anvil', built: false },
    ] });
    expect(field('physics.cushion.thickness')).toMatchObject({
      label: 'thickness', value: 3, allowed: 'between 0 and 9', help: 'of the feather [mm]', unit: 'mm', control: { kind: 'number' },
    });
    expect(field('physics.cushion.restitution')).toBeUndefined();
  });

  it('shows the default of a parameter that is not written', () => {
    const bare: Document = { physics: { cushion: { law: 'feather' } } };
    const fields = groupsOf(added, bare, bare, 'event', 'pool').flatMap((group) => group.fields);
    expect(fields.find((one) => one.path === 'physics.cushion.thickness')!.value).toBe(2.5);
  });

  it('of a new kind has a group of its own', () => {
    expect(groups.map((group) => group.title)).toContain('Air drag');
  });
});

describe('controls', () => {
  const of = (path: string) => controlOf(keys.find((found) => found.path === path)!, keys);
  const built = (...names: string[]) => names.map((name) => ({ name, built: true }));
  it('match the type of a key', () => {
    expect(of('physics.cushion.law')).toEqual({ kind: 'select', options: built('mirror', 'han-2005', 'stronge') });
    expect(of('run.max_events')).toEqual({ kind: 'number', whole: true });
    expect(of('smooth.reference_velocity')).toEqual(
      { kind: 'mixed', options: built('initial', 'running-max'), start: '0', table: null });
    expect(of('physics.ball_ball.friction')).toEqual(
      { kind: 'mixed', options: built('alciatore'), start: '0.0', table: '{a = 0.0, b = 0.5}' });
    expect(of('physics.cushion')).toBeNull();
  });

  it('start a table with its first law that is built', () => {
    const friction = key('smooth.cushion.friction', ['number', 'table', 'name']);
    const laws = key('smooth.cushion.friction.law', ['name'], { names: ['patch', 'coulomb'], notBuilt: ['patch'] });
    expect(controlOf(friction, [friction, laws])).toMatchObject({ table: '{law = "coulomb"}' });
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

  it('leaves the other keys of a table with the same law', () => {
    const now = structuredClone(document) as any;
    now.smooth.cushion = { law: 'exact', restitution: 0.7, friction: 0.1 };
    expect(valueAt(restored(now, document, 'smooth.cushion.restitution'), 'smooth.cushion'))
      .toEqual({ law: 'exact', friction: 0.1 });
  });

  it('removes what the scene did not have', () => {
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

describe('an error message next to its field', () => {
  it('omits what the field already says', () => {
    expect(shortRefusal('scene.json: physics.gravity: is -1, must be above 0', 'physics.gravity')).toBe('is -1, must be above 0');
    expect(shortRefusal('something else', 'physics.gravity')).toBe('something else');
  });
});
