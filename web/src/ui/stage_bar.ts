// Buttons for camera and overlays, on top of the picture.
import { motionColour } from '../stage/colours';
import type { Overlays } from '../stage/types';
import { iconButton, segmented } from './controls';
import { h, show } from './dom';
import type { IconName } from './icons';
import type { Session } from './session';
import type { PageState } from './state';

const overlayChoices: readonly { key: keyof Overlays; icon: IconName; label: string }[] = [
  { key: 'path', icon: 'path', label: 'Paths (P)' },
  { key: 'motion', icon: 'motion', label: 'Colour paths by motion (M)' },
  { key: 'spinAxis', icon: 'spin', label: 'Spin axes (X)' },
  { key: 'contacts', icon: 'force', label: 'Contact forces (F)' },
];

export function toggleOverlay(session: Session, key: keyof Overlays): void {
  const { overlays } = session.store.get();
  session.store.set({ overlays: { ...overlays, [key]: !overlays[key] } });
}

/// The legend of the colours.
function legend(): HTMLElement {
  const words = [['sliding', 'sliding'], ['rolling', 'rolling'], ['airborne', 'in the air']] as const;
  return h('p', { class: 'chip motion-legend' },
    ...words.map(([kind, word]) => h('span', { style: `--colour: ${motionColour[kind]}` }, word)));
}

/// Whether the preview is by an engine other than the chosen one.
export function previewDiffers({ mode, scene, preview }: Readonly<PageState>): boolean {
  return mode === 'aim' && scene.shot !== null && preview !== null && scene.engine !== preview.engine;
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
    { value: 'orbit', label: 'Orbit: drag anywhere to turn the camera (V)', icon: 'orbit' },
  ], (value) => store.set({ orbiting: value === 'orbit' }));
  const overlays = overlayChoices.map(({ key, icon, label }) =>
    iconButton(icon, label, () => toggleOverlay(session, key), { id: `overlay-${key}` }));
  const colours = legend();
  const preview = h('p', {
    class: 'chip', id: 'preview', title: 'The lines ahead of the cue; the shot itself is run by the engine chosen',
  }, 'Preview: event engine');

  function update(state: Readonly<PageState>): void {
    view.set(state.view);
    hand.set(state.orbiting ? 'orbit' : 'aim');
    show(hand.element, state.mode === 'aim' && state.scene.shot !== null);
    overlayChoices.forEach((choice, i) =>
      overlays[i]!.setAttribute('aria-pressed', String(state.overlays[choice.key])));
    const pool = state.scene.system.kind === 'pool';
    view.offer('player', pool);
    show(overlays[1]!, pool);
    show(preview, previewDiffers(state));
    show(colours, pool && state.overlays.motion && state.mode === 'play');
  }
  store.on(update);
  update(store.get());
  return h('div', { class: 'stage-bar' }, view.element, hand.element,
    h('div', { class: 'segmented', role: 'group', 'aria-label': 'Overlays' }, ...overlays), colours, preview);
}
