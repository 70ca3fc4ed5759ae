// The shot panel: tip, speed, elevation, heading; and the balls.
import { iconButton, section, slider, wordButton, type Slider } from './controls';
import { makeDial } from './dial';
import { h, perFrame, show } from './dom';
import { documentOf, type ShotChange } from './edits';
import { valueAt } from './keys';
import type { ShowError } from './errors';
import type { Session } from './session';
import { changed } from './store';
import { coordinate } from './format';

function miscueOf(session: Session): number {
  const limit = valueAt(documentOf(session.store.get().scene), 'cue.miscue');
  return typeof limit === 'number' ? limit : 0.5;
}

/// The list of balls: choose, strike, remove, add.
function ballList(session: Session, showError: ShowError): HTMLElement {
  const list = h('ul', { class: 'balls' });
  const { store } = session;
  const say = (refusal: string | null): void => {
    if (refusal) showError(refusal);
  };

  function rows(): void {
    const { scene, selected } = store.get();
    list.replaceChildren(...scene.balls.map((ball, i) => {
      const struck = scene.shot?.ball === i;
      return h('li', { class: i === selected ? 'chosen' : '' },
        h('button', { type: 'button', class: 'ball-name', 'aria-pressed': String(i === selected),
          onclick: () => store.set({ selected: i }) },
        h('span', { class: 'id' }, ball.id),
        h('span', { class: 'place' }, ball.position.slice(0, 2).map(coordinate).join(', '))),
        struck ? h('span', { class: 'tag' }, 'struck')
          : iconButton('strike', `Strike ball ${ball.id}`, () => say(session.strikeBall(i))),
        iconButton('trash', `Remove ball ${ball.id}`, () => say(session.removeBall(i)),
          { disabled: scene.balls.length < 2 }));
    }));
  }

  const due = perFrame(rows);
  store.on((now, before) => {
    if (changed(now, before, 'scene', 'selected')) due();
  });
  rows();
  const add = wordButton('plus', 'Add a ball', () => say(session.addBall()), { class: 'quiet' });
  return h('div', {}, list, add);
}

export function makeShotPanel(session: Session, showError: ShowError, find: HTMLElement): HTMLElement {
  const { store } = session;
  let pending: ShotChange = {};
  const apply = perFrame(() => {
    const change = pending;
    pending = {};
    store.set({ mode: 'aim', t: 0, playing: false });
    session.setShot(change);
    update(); // a rejected number is replaced by the last valid one
  });
  const set = (change: ShotChange): void => {
    pending = { ...pending, ...change };
    apply();
  };

  const dial = makeDial((side, height) => set({ side, height }));
  const bar = (key: keyof ShotChange, label: string, unit: string,
               [min, max, step]: readonly [number, number, number], mirrored = false): Slider =>
    slider({
      id: `shot-${key}`, label, unit, min, max, step, mirrored,
      change: (value) => set({ [key]: value }),
    });
  const bars = {
    speed: bar('speed', 'Speed', 'm/s', [0, 12, 0.05]),
    elevation: bar('elevation', 'Elevation', '°', [0, 85, 0.5]),
    heading: bar('heading', 'Heading', '°', [-180, 180, 0.1]),
    // + is left of the striker, as in files: left on the slider is left on the dial
    side: bar('side', 'Side', 'R left', [-0.5, 0.5, 0.01], true),
    height: bar('height', 'Height', 'R up', [-0.5, 0.5, 0.01]),
  };
  const hint = 'Drag the dot to where the tip meets the ball, seen from behind. Dashed: miscue limit.';

  const stroke = h('div', { class: 'stroke' },
    h('div', { class: 'tip' }, dial.element,
      h('p', { class: 'hint' }, hint)),
    h('div', { class: 'sliders' }, ...Object.values(bars).map((one) => one.element)));
  const nothing = h('p', { class: 'hint' },
    'This scene has no shot. Choose a ball to strike below, or just run it.');
  const balls = section('Balls', false, ballList(session, showError));
  const element = h('div', { class: 'panel-body' }, stroke, nothing, find, balls);

  function update(): void {
    const { scene } = store.get();
    show(stroke, scene.shot !== null);
    show(nothing, scene.shot === null && scene.system.kind === 'pool');
    show(find, scene.shot !== null && scene.system.kind === 'pool');
    show(balls, scene.system.kind === 'pool');
    if (!scene.shot) return;
    dial.set(scene.shot.side, scene.shot.height, miscueOf(session));
    for (const key of Object.keys(bars) as (keyof typeof bars)[]) bars[key].set(scene.shot[key]);
  }
  const due = perFrame(update);
  store.on((now, before) => {
    if (changed(now, before, 'scene')) due();
  });
  update();
  return element;
}
