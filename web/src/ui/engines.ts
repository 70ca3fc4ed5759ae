// The engines that this build has.
import { InputError, type Engine, type EngineName } from '../api';
import type { Option } from './keys';

const oneBall = 'schema = 1\n[table]\npreset = "open"\n[[balls]]\nposition = [0, 0]\n';

/// The engines that a scene may name, and whether this build has them: each is asked to run a ball
/// at rest.
export function engineOptions(engine: Engine): Option[] {
  const names = engine.keys().find(({ path }) => path === 'run.engine')?.names ?? [];
  const scene = engine.parse(oneBall, 'one ball');
  const built = (name: string): boolean => {
    try {
      engine.simulate(scene, name as EngineName, 0).free();
      return true;
    } catch (problem) {
      if (problem instanceof InputError) return false;
      throw problem;
    }
  };
  return names.map((name) => ({ name, built: built(name) }));
}
