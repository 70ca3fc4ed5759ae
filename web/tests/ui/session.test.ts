import { describe, expect, it } from 'vitest';
import { turned } from '../../src/ui/edits';
import { headingTo, turnBetween } from '../../src/ui/pointer';
import { makeSession, type Session } from '../../src/ui/session';
import { FakeEngine, FakeRunner, notBuilt, twoBalls } from './fakes';

function start(): { session: Session; engine: FakeEngine; said: string[] } {
  const engine = new FakeEngine();
  const said: string[] = [];
  const session = makeSession(engine, new FakeRunner(engine), { text: twoBalls, file: 'first' }, (text) => said.push(text));
  return { session, engine, said };
}

describe('a session', () => {
  it('starts with a shot ready and its run computed', () => {
    const state = start().session.store.get();
    expect(state).toMatchObject({ mode: 'aim', t: 0, playing: false });
    expect(state.run).toBe(state.preview);
  });

  it('plays when shot, and returns to aiming', () => {
    const { session } = start();
    session.shoot();
    expect(session.store.get()).toMatchObject({ mode: 'play', playing: true, stroke: 0 });
    session.again();
    expect(session.store.get()).toMatchObject({ mode: 'aim', playing: false, t: 0 });
  });

  it('keeps the last valid scene when a change is rejected, and says why', () => {
    const { session, said } = start();
    const before = session.store.get();
    expect(session.moveBall(1, -0.5, 0.01)).toBe('balls.1.position: overlaps ball cue');
    expect(session.setKey('shot.speed', '1000')).toMatch(/between 0 and 100/);
    session.setShot({ speed: 500 });
    expect(said).toHaveLength(1);
    expect(session.store.get()).toBe(before);
    expect(() => session.open('{broken', 'file.json')).toThrow('file.json: not a scene');
    expect(session.store.get()).toBe(before);
  });

  it('runs again at once when a law changes while a run is shown', () => {
    const { session } = start();
    session.shoot();
    session.store.set({ t: 1.2, playing: false });
    const before = session.store.get().run;
    expect(session.setKey('physics.gravity', '1.62')).toBeNull();
    expect(session.store.get()).toMatchObject({ mode: 'play', t: 1.2 });
    expect(session.store.get().run).not.toBe(before);
    expect(session.resetKey('physics.gravity')).toBeNull();
    expect(JSON.parse(session.store.get().scene.json).physics ?? {}).not.toHaveProperty('gravity');
  });

  it('frees runs that are no longer shown, but not the kept one', () => {
    const { session, engine } = start();
    session.keep();
    const kept = session.store.get().kept!.run;
    for (const speed of [1, 2, 3]) session.setShot({ speed });
    expect(engine.alive).toEqual(new Set([kept, session.store.get().run]));
    session.dropKept();
    expect(engine.alive).toEqual(new Set([session.store.get().run]));
  });

  it('continues from where the balls are, with a pocketed cue ball put back', () => {
    const { session } = start();
    session.shoot();
    expect(session.next()).toBeNull();
    const { scene, mode } = session.store.get();
    expect(mode).toBe('aim');
    expect(scene.balls.map((ball) => ball.id)).toEqual(['cue', '1']);
    expect(scene.shot).toMatchObject({ ball: 0, speed: 2 });
    expect(scene.shot!.heading).toBeCloseTo(0, 6);
  });

  it('adds, removes and strikes balls', () => {
    const { session } = start();
    expect(session.addBall()).toBeNull();
    expect(session.store.get().scene.balls.map((ball) => ball.id)).toEqual(['cue', '1', '2']);
    expect(session.strikeBall(2)).toBeNull();
    expect(session.store.get().scene.shot!.ball).toBe(2);
    expect(session.removeBall(2)).toBeNull();
    expect(session.store.get().scene).toMatchObject({ shot: null });
  });

  it('leaves slow engines to the runner', async () => {
    const { session } = start();
    session.setKey('run.engine', '"smooth"');
    expect(session.store.get()).toMatchObject({ run: null, mode: 'aim' });
    session.shoot();
    expect(session.store.get().busy).toMatchObject({ engine: 'smooth' });
    await Promise.resolve();
    await Promise.resolve();
    expect(session.store.get()).toMatchObject({ busy: null, mode: 'play', playing: true, wall: 0.5 });
    expect(session.store.get().run!.engine).toBe('smooth');
  });

  it('rejects a law that no engine has yet: scene, run and timeline stay unchanged', () => {
    const { session } = start();
    const before = session.store.get();
    expect(session.setKey('physics.cloth.law', '"patch"')).toBe(notBuilt);
    expect(session.store.get()).toBe(before);
    const file = JSON.stringify({ ...JSON.parse(twoBalls), physics: { cloth: { law: 'patch' } } });
    expect(() => session.open(file, 'patch.json')).toThrow(`patch.json: ${notBuilt}`);
    expect(session.store.get()).toBe(before);
  });

  it('shows no run if the engine rejects the scene, and Shoot repeats why', async () => {
    const { session, said } = start();
    session.shoot();
    expect(session.setKey('run.engine', '"stepped"')).toBeNull();
    session.shoot();
    await new Promise((resolve) => setTimeout(resolve, 0));
    const refusal = 'run.max_events: reached 2 events';
    expect(session.store.get()).toMatchObject({ run: null, refusal, mode: 'aim', playing: false });
    expect(JSON.parse(session.store.get().scene.json).run.engine).toBe('stepped');
    session.shoot();
    expect(said).toEqual([refusal]);
    expect(session.store.get()).toMatchObject({ run: null, busy: null, playing: false });
    session.setKey('run.engine', '"event"');
    expect(session.store.get()).toMatchObject({ refusal: null });
    expect(session.store.get().run).not.toBeNull();
  });

  it('opens a recording as a run', () => {
    const { session } = start();
    session.open(JSON.stringify({ scene_document: JSON.parse(twoBalls), pieces: [] }), 'result.json');
    expect(session.store.get()).toMatchObject({ mode: 'play', playing: true, tab: 'run' });
  });
});

describe('directions', () => {
  it('turn through the smaller angle', () => {
    expect(turnBetween(170, -170)).toBe(20);
    expect(turnBetween(-170, 170)).toBe(-20);
    expect(turned(190)).toBe(-170);
    expect(turned(-540)).toBe(-180);
  });

  it('go from the struck ball to a point', () => {
    const scene = new FakeEngine().parse(twoBalls, 'scene');
    expect(headingTo(scene, [-0.5, 1])).toBeCloseTo(90, 12);
    expect(headingTo(scene, [0.5, -1])).toBeCloseTo(-45, 12);
  });
});
