// The main button, the time bar and everything about time.
import { iconButton, wordButton } from './controls';
import { h, show } from './dom';
import { icon } from './icons';
import type { Notes } from './notes';
import type { Player } from './player';
import type { Session } from './session';
import { rates, type DeskState } from './state';
import { makeTimeBar } from './time_bar';

function rateName(rate: number): string {
  return rate >= 1 ? `${rate}×` : `1/${Math.round(1 / rate)}×`;
}

/// What the main button does now.
export function mainAction(state: DeskState): { label: string; icon: 'strike' | 'play' | 'pause' } {
  if (state.mode === 'aim') {
    return state.scene.shot ? { label: 'Shoot', icon: 'strike' } : { label: 'Run', icon: 'play' };
  }
  return state.playing ? { label: 'Pause', icon: 'pause' } : { label: 'Play', icon: 'play' };
}

function busyBox(session: Session): { element: HTMLElement; set(state: DeskState): void } {
  const text = h('span', {});
  const element = h('div', { class: 'busy', role: 'status' }, h('span', { class: 'spinner' }), text,
    h('button', { type: 'button', class: 'quiet', onclick: () => session.stop() }, 'Stop'));
  return {
    element,
    set({ busy }) {
      show(element, busy !== null);
      if (busy) text.textContent = `The ${busy.engine} engine runs: ${busy.t.toFixed(2)} s`;
    },
  };
}

export function makeTransport(session: Session, player: Player, notes: Notes): HTMLElement {
  const { store } = session;
  const main = h('button', { type: 'button', id: 'main', class: 'primary', onclick: () => player.toggle() });
  const steps = h('div', { class: 'steps', role: 'group', 'aria-label': 'Steps' },
    iconButton('previousEvent', 'Previous event ([)', player.previousEvent, { id: 'previous-event' }),
    iconButton('frameBack', 'Frame back (,)', () => player.step(-1), { id: 'frame-back' }),
    iconButton('frameForth', 'Frame forth (.)', () => player.step(1), { id: 'frame-forth' }),
    iconButton('nextEvent', 'Next event (])', player.nextEvent, { id: 'next-event' }));
  const rate = h('select', { id: 'rate', 'aria-label': 'Speed of play' },
    ...rates.map((value) => h('option', { value }, rateName(value))));
  rate.addEventListener('change', () => store.set({ rate: Number(rate.value) }));
  const loop = iconButton('loop', 'Loop (L)', () => store.set({ loop: !store.get().loop }), { id: 'loop' });
  const clock = h('output', { class: 'clock', id: 'clock' });
  const again = wordButton('again', 'Again', session.again, { id: 'again', title: 'Back to the start (R)' });
  const next = wordButton('forward', 'Next shot', () => {
    const refusal = session.next();
    if (refusal) notes.problem(refusal);
  }, { id: 'next-shot', title: 'Aim from where the balls came to rest (N)' });
  next.append(h('span', { class: 'more' }, 'from here'));
  const busy = busyBox(session);

  let shownAction = '';
  function update(state: Readonly<DeskState>): void {
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
  }
  store.on(update);
  update(store.get());
  return h('div', { class: 'transport' }, makeTimeBar(session, player),
    h('div', { class: 'transport-row' },
      main, steps, clock, loop, rate, h('span', { class: 'gap' }), again, next),
    busy.element);
}
