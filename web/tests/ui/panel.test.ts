// The parameter panel with the engine's own keys and scenes.
import { describe, expect, it } from 'vitest';
import type { EngineName, Scene } from '../../src/api';
import { documentOf } from '../../src/ui/edits';
import { engineOptions } from '../../src/ui/engines';
import { groupsOf, parentOf, toToml, type Field } from '../../src/ui/keys';
import { load, sceneNames, textOf } from '../engine/support';

const engine = await load();
const keys = engine.keys();

function fields(scene: Scene, name: EngineName = scene.engine): Field[] {
  const document = documentOf(scene);
  return groupsOf(keys, document, document, name, scene.system.kind).flatMap((group) => group.fields);
}

describe.each(sceneNames)('%s', (name) => {
  const scene = engine.parse(textOf(name), name);

  it('is the same after every field is given the value it shows', () => {
    const shown = fields(scene).filter((field) => field.value !== undefined);
    expect(shown.length).toBeGreaterThan(10);
    for (const { path, value } of shown) {
      const again = engine.parse(scene.json, 'scene.json', [`${path}=${toToml(value!)}`]);
      expect(again.json, path).toBe(scene.json);
    }
  });
});

describe('a choice of law', () => {
  const scene = engine.parse(textOf('scenes/break_9ball.toml'), 'break');

  it('can be made for every law that is built, and shows its parameters', () => {
    for (const name of ['event', 'smooth'] as const) {
      for (const field of fields(scene, name)) {
        if (field.control.kind !== 'select' || !field.path.endsWith('law')) continue;
        for (const { name: law, built } of field.control.options) {
          if (!built) continue;
          const chosen = engine.parse(scene.json, 'scene', [`${field.path}=${toToml(law)}`]);
          const now = fields(chosen, name);
          expect(now.find(({ path }) => path === field.path)?.value, `${field.path} ${law}`).toBe(law);
          const beside = now.filter(({ path }) => parentOf(path) === parentOf(field.path));
          // coefficients that the smooth engine takes from physics are left out
          expect(beside.every(({ path, value }) => value !== undefined || path.startsWith('smooth.'))).toBe(true);
        }
      }
    }
  });

  it('offers every law of the cloth, with the choices of the patch', () => {
    const cloth = fields(scene, 'event').find(({ path }) => path === 'physics.cloth.law')!;
    expect(cloth.control).toEqual({ kind: 'select', options: [{ name: 'coulomb', built: true }, { name: 'patch', built: true }] });
    const chosen = engine.parse(scene.json, 'scene', ['physics.cloth.law="patch"']);
    expect(chosen.notBuilt).toBe('');
    const form = fields(chosen, 'event').find(({ path }) => path === 'physics.cloth.form')!;
    expect(form.control).toMatchObject({ kind: 'select' });
  });

  it('is offered with the tables that mixed fields start from', () => {
    const mixed = fields(scene, 'smooth').concat(fields(scene)).filter(({ control }) => control.kind === 'mixed');
    expect(mixed.map(({ path }) => path)).toContain('smooth.ball_ball.friction');
    for (const { path, control } of mixed) {
      if (control.kind !== 'mixed') continue;
      expect(() => engine.parse(scene.json, 'scene', [`${path}=${control.start}`]), path).not.toThrow();
      if (control.table === null) continue;
      expect(() => engine.parse(scene.json, 'scene', [`${path}=${control.table}`]), path).not.toThrow();
    }
  });
});

describe('the engines', () => {
  it('are those the module has', () => {
    const built = engineOptions(engine).filter((option) => option.built).map(({ name }) => name);
    expect(built).toEqual(['event', 'smooth', 'hybrid', 'stepped']);
  });
});
