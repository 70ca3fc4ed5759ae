// The stroke: tip, speed, elevation, heading; and the balls.
import { iconButton, section, slider, wordButton } from './controls';
import { makeDial } from './dial';
import { h, perFrame, show } from './dom';
import { documentOf, type ShotChange } from './edits';
import { valueAt } from './keys';
import type { Notes } from './notes';
import type { Session } from './session';
import { changed } from './store';
import { coordinate } from './words';

function miscueOf(session: Session): number {
  const limit = valueAt(documentOf(session.store.get().scene), 'cue.miscue');
  return typeof limit === 'number' ? limit : 0.5;
}

/// The list of balls: choose, strike, remove, add.
function ballList(session: Session, notes: Notes): HTMLElement {
  const list = h('ul', { class: 'balls' });
  const { store } = session;
  const say = (refusal: string | null): void => {
    if (refusal) notes.problem(refusal);
  };

  function rows(): void {
    const { scene, selected } = store.get();
    list.replaceChildren(...scene.balls.map((ball, i) => {
      const struck = scene.shot?.ball === i;
      return h('li', { class: i === selected ? 'chosen' : '' },
        h('button', { type: 'button', class: 'ball-name', 'aria-pressed': String(i === selected),
          onclick: () => store.set({ selected: i }) },
        h('span', { class: 'id' }, ball.id),
        h('span', { class: 'place' }, `${coordinate(ball.position[0])}, ${coordinate(ball.position[1])}`)),
        struck ? h('span', { class: 'tag' }, 'struck')
          : iconButton('strike', `Strike ball ${ball.id}`, () => say(session.strikeBall(i))),
        iconButton('trash', `Remove ball ${ball.id}`, () => say(session.removeBall(i)), { disabled: scene.balls.length < 2 }));
    }));
  }

  const due = perFrame(rows);
  store.on((now, before) => {
    if (changed(now, before, 'scene', 'selected')) due();
  });
  rows();
  return h('div', {}, list, wordButton('plus', 'Add a ball', () => say(session.addBall()), { class: 'quiet' }));
}

export function makeShotPanel(session: Session, notes: Notes): HTMLElement {
  const { store } = session;
  let pending: ShotChange = {};
  const apply = perFrame(() => {
    const change = pending;
    pending = {};
    store.set({ mode: 'aim', t: 0, playing: false });
    session.setShot(change);
    update(); // a refused number gives way to the last good one
  });
  const set = (change: ShotChange): void => {
    pending = { ...pending, ...change };
    apply();
  };

  const dial = makeDial((side, height) => set({ side, height }));
  const side = slider({ id: 'shot-side', label: 'Side', unit: 'R', min: -0.5, max: 0.5, step: 0.01,
    change: (value) => set({ side: value }) });
  const height = slider({ id: 'shot-height', label: 'Height', unit: 'R', min: -0.5, max: 0.5, step: 0.01,
    change: (value) => set({ height: value }) });
  const speed = slider({ id: 'shot-speed', label: 'Speed', unit: 'm/s', min: 0, max: 12, step: 0.05,
    change: (value) => set({ speed: value }) });
  const elevation = slider({ id: 'shot-elevation', label: 'Elevation', unit: '°', min: 0, max: 85, step: 0.5,
    change: (value) => set({ elevation: value }) });
  const heading = slider({ id: 'shot-heading', label: 'Heading', unit: '°', min: -180, max: 180, step: 0.1,
    change: (value) => set({ heading: value }) });

  const stroke = h('div', { class: 'stroke' },
    h('div', { class: 'tip' }, dial.element,
      h('p', { class: 'hint' }, 'Drag the dot: where the tip meets the ball. Dashed: the miscue limit.')),
    h('div', { class: 'sliders' }, speed.element, elevation.element, heading.element, side.element, height.element));
  const nothing = h('p', { class: 'hint' },
    'Nothing is struck in this scene. Choose a ball to strike below, or just run it.');
  const balls = section('Balls', false, ballList(session, notes));
  const element = h('div', { class: 'panel-body' }, stroke, nothing, balls);

  function update(): void {
    const { scene } = store.get();
    show(stroke, scene.shot !== null);
    show(nothing, scene.shot === null && scene.system.kind === 'pool');
    show(balls, scene.system.kind === 'pool');
    if (!scene.shot) return;
    dial.set(scene.shot.side, scene.shot.height, miscueOf(session));
    speed.set(scene.shot.speed);
    elevation.set(scene.shot.elevation);
    heading.set(scene.shot.heading);
    side.set(scene.shot.side);
    height.set(scene.shot.height);
  }
  const due = perFrame(update);
  store.on((now, before) => {
    if (changed(now, before, 'scene')) due();
  });
  update();
  return element;
}
