// Camera and overlays, on the picture itself.
import { motionColour } from '../stage/looks';
import type { Overlays } from '../stage/types';
import { iconButton, segmented } from './controls';
import { h, show } from './dom';
import type { IconName } from './icons';
import type { Session } from './session';
import type { DeskState } from './state';

const overlayChoices: readonly { key: keyof Overlays; icon: IconName; label: string }[] = [
  { key: 'path', icon: 'path', label: 'Paths (P)' },
  { key: 'motion', icon: 'motion', label: 'Slip and roll in colour (M)' },
  { key: 'spinAxis', icon: 'spin', label: 'Spin axes (X)' },
  { key: 'contacts', icon: 'force', label: 'Contact forces (F)' },
];

export function toggleOverlay(session: Session, key: keyof Overlays): void {
  const { overlays } = session.store.get();
  session.store.set({ overlays: { ...overlays, [key]: !overlays[key] } });
}

/// What the colours mean, while they are shown.
function legend(): HTMLElement {
  const words = [['sliding', 'slips'], ['rolling', 'rolls'], ['airborne', 'flies']] as const;
  return h('p', { class: 'motion-legend' },
    ...words.map(([kind, word]) => h('span', { style: `--colour: ${motionColour[kind]}` }, word)));
}

export function makeStageBar(session: Session): HTMLElement {
  const { store } = session;
  const view = segmented('Camera', [
    { value: 'player', label: 'Behind the cue ball (1)', icon: 'player' },
    { value: 'top', label: 'From above (2)', icon: 'top' },
    { value: 'side', label: 'From the side (3)', icon: 'side' },
    { value: 'free', label: 'Free (4)', icon: 'free' },
  ], (value) => store.set({ view: value }));
  const hand = segmented('Dragging on the cloth', [
    { value: 'aim', label: 'Aim: drag on the cloth to turn the cue', icon: 'aim' },
    { value: 'look', label: 'Look: drag anywhere to turn the camera (V)', icon: 'look' },
  ], (value) => store.set({ looking: value === 'look' }));
  const overlays = overlayChoices.map(({ key, icon, label }) =>
    iconButton(icon, label, () => toggleOverlay(session, key), { id: `overlay-${key}` }));
  const colours = legend();

  function update(state: Readonly<DeskState>): void {
    view.set(state.view);
    hand.set(state.looking ? 'look' : 'aim');
    show(hand.element, state.mode === 'aim' && state.scene.shot !== null);
    overlayChoices.forEach((choice, i) =>
      overlays[i]!.setAttribute('aria-pressed', String(state.overlays[choice.key])));
    const pool = state.scene.system.kind === 'pool';
    view.offer('player', pool);
    show(overlays[1]!, pool);
    show(colours, pool && state.overlays.motion && state.mode === 'play');
  }
  store.on(update);
  update(store.get());
  return h('div', { class: 'stage-bar' }, view.element, hand.element,
    h('div', { class: 'segmented', role: 'group', 'aria-label': 'Overlays' }, ...overlays), colours);
}
