// Which engines this build has.
import { InputError, type Engine, type EngineName } from '../api';

const oneBall = 'schema = 1\n[table]\npreset = "open"\n[[balls]]\nposition = [0, 0]\n';

/// Every engine is asked to run a ball at rest; those that are not built refuse.
export function offeredEngines(engine: Engine): EngineName[] {
  const names: readonly EngineName[] = ['event', 'smooth', 'stepped'];
  const scene = engine.parse(oneBall, 'one ball');
  return names.filter((name) => {
    try {
      engine.simulate(scene, name, 0).free();
      return true;
    } catch (problem) {
      if (problem instanceof InputError) return false;
      throw problem;
    }
  });
}
