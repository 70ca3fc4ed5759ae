// The bar below the picture: main button, time bar and playback.
import { iconButton, wordButton } from './controls';
import { h, show } from './dom';
import { icon } from './icons';
import type { ShowError } from './errors';
import type { Player } from './player';
import type { Session } from './session';
import { rates, type PageState } from './state';
import { makeTimeBar } from './time_bar';

function rateName(rate: number): string {
  return rate >= 1 ? `${rate}×` : `1/${Math.round(1 / rate)}×`;
}

/// What the main button does in this state.
export function mainAction(state: PageState): { label: string; icon: 'strike' | 'play' | 'pause' } {
  if (state.mode === 'aim') {
    return state.scene.shot ? { label: 'Shoot', icon: 'strike' } : { label: 'Run', icon: 'play' };
  }
  return state.playing ? { label: 'Pause', icon: 'pause' } : { label: 'Play', icon: 'play' };
}

function busyBox(session: Session): { element: HTMLElement; set(state: PageState): void } {
  const text = h('span', {});
  const element = h('div', { class: 'busy', role: 'status' }, h('span', { class: 'spinner' }), text,
    h('button', { type: 'button', class: 'quiet', onclick: () => session.stop() }, 'Stop'));
  return {
    element,
    set({ busy }) {
      show(element, busy !== null);
      if (busy) text.textContent = `Running the ${busy.engine} engine: ${busy.t.toFixed(2)} s`;
    },
  };
}

/// Why there is no run.
function refusalBox(): { element: HTMLElement; set(state: PageState): void } {
  const element = h('p', { class: 'busy refused', id: 'refusal', role: 'alert' });
  return {
    element,
    set({ refusal }) {
      show(element, refusal !== null);
      element.textContent = refusal === null ? '' : `Cannot run: ${refusal}`;
    },
  };
}

export function makeTransport(session: Session, player: Player, showError: ShowError): HTMLElement {
  const { store } = session;
  const main = h('button', { type: 'button', id: 'main', class: 'primary', onclick: () => player.toggle() });
  const steps = h('div', { class: 'steps', role: 'group', 'aria-label': 'Steps' },
    iconButton('previousEvent', 'Previous event ([)', player.previousEvent, { id: 'previous-event' }),
    iconButton('frameBack', 'Frame back (,)', () => player.step(-1), { id: 'frame-back' }),
    iconButton('frameForward', 'Frame forward (.)', () => player.step(1), { id: 'frame-forward' }),
    iconButton('nextEvent', 'Next event (])', player.nextEvent, { id: 'next-event' }));
  const rate = h('select', { id: 'rate', 'aria-label': 'Speed of play' },
    ...rates.map((value) => h('option', { value }, rateName(value))));
  rate.addEventListener('change', () => store.set({ rate: Number(rate.value) }));
  const loop = iconButton('loop', 'Loop (L)', () => store.set({ loop: !store.get().loop }), { id: 'loop' });
  const clock = h('output', { class: 'clock', id: 'clock' });
  const again = wordButton('again', 'Again', session.again, { id: 'again', title: 'Back to the start (R)' });
  const next = wordButton('forward', 'Next shot', () => {
    const refusal = session.next();
    if (refusal) showError(refusal);
  }, { id: 'next-shot', title: 'Aim from where the balls came to rest (N)' });
  next.append(h('span', { class: 'more' }, 'from here'));
  const busy = busyBox(session);
  const refusal = refusalBox();

  let shownAction = '';
  function update(state: Readonly<PageState>): void {
    const action = mainAction(state);
    if (action.label !== shownAction) {
      shownAction = action.label;
      main.replaceChildren(icon(action.icon), h('span', {}, action.label));
    }
    const ready = state.run !== null;
    main.disabled = state.busy !== null;
    for (const step of steps.children) (step as HTMLButtonElement).disabled = !ready;
    rate.value = String(state.rate);
    loop.setAttribute('aria-pressed', String(state.loop));
    clock.textContent = ready ? `${state.t.toFixed(3)} / ${state.run.tEnd.toFixed(3)} s` : '';
    again.disabled = state.mode === 'aim';
    next.disabled = state.mode === 'aim' || !ready;
    show(next, state.scene.system.kind === 'pool');
    busy.set(state);
    refusal.set(state);
  }
  store.on(update);
  update(store.get());
  return h('div', { class: 'transport' }, makeTimeBar(session, player),
    h('div', { class: 'transport-row' },
      main, steps, clock, loop, rate, h('span', { class: 'gap' }), again, next),
    busy.element, refusal.element);
}
