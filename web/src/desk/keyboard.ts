// Keys, and the list of them in the help dialog.
import { h } from './dom';
import { fine } from './pointer';
import type { Player } from './player';
import type { Session } from './session';
import { toggleOverlay } from './stage_bar';

interface Key { readonly keys: readonly string[]; readonly shown: string; readonly does: string; run(event: KeyboardEvent): void }

export interface Actions { gallery(): void; open(): void; share(): void; help(): void; say(refusal: string | null): void }

const aimStep = 0.5; // [deg]
const speedStep = 0.1; // [m/s]

export function keyTable(session: Session, player: Player, actions: Actions): Key[] {
  const { store } = session;
  const aimOrStep = (sign: number, event: KeyboardEvent): void => {
    const { mode, scene } = store.get();
    if (mode === 'play' || !scene.shot) player.step(-sign);
    else session.setShot({ heading: scene.shot.heading + sign * aimStep * (event.shiftKey ? fine : 1) });
  };
  const speed = (sign: number, event: KeyboardEvent): void => {
    const { mode, scene } = store.get();
    if (mode !== 'aim' || !scene.shot) return;
    const step = speedStep * (event.shiftKey ? fine : 1);
    const next = Math.max(0, scene.shot.speed + sign * step);
    session.setShot({ speed: Number(next.toFixed(4)) });
  };
  const end = (): void => player.seek(store.get().run?.tEnd ?? 0);
  const views = ['player', 'top', 'side', 'free'] as const;
  return [
    { keys: [' ', 'Enter'], shown: 'Space, Enter', does: 'shoot; play and pause', run: () => player.toggle() },
    { keys: ['ArrowLeft'], shown: 'Left', does: 'turn the cue left; frame back', run: (event) => aimOrStep(1, event) },
    { keys: ['ArrowRight'], shown: 'Right', does: 'turn the cue right; frame forth', run: (event) => aimOrStep(-1, event) },
    { keys: ['ArrowUp'], shown: 'Up', does: 'faster shot', run: (event) => speed(1, event) },
    { keys: ['ArrowDown'], shown: 'Down', does: 'slower shot', run: (event) => speed(-1, event) },
    { keys: [','], shown: ',', does: 'frame back', run: () => player.step(-1) },
    { keys: ['.'], shown: '.', does: 'frame forth', run: () => player.step(1) },
    { keys: ['['], shown: '[', does: 'previous event', run: () => player.previousEvent() },
    { keys: [']'], shown: ']', does: 'next event', run: () => player.nextEvent() },
    { keys: ['Home'], shown: 'Home', does: 'to the start', run: () => player.seek(0) },
    { keys: ['End'], shown: 'End', does: 'to the end', run: end },
    { keys: ['-'], shown: '-', does: 'slower motion', run: () => player.faster(-1) },
    { keys: ['+', '='], shown: '+', does: 'faster motion', run: () => player.faster(1) },
    { keys: ['l'], shown: 'L', does: 'loop', run: () => store.set({ loop: !store.get().loop }) },
    { keys: ['r'], shown: 'R', does: 'again: back to the shot', run: () => session.again() },
    { keys: ['n'], shown: 'N', does: 'next shot from here', run: () => actions.say(session.next()) },
    { keys: ['b'], shown: 'B', does: 'keep this run as B', run: () => session.keep() },
    { keys: ['1', '2', '3', '4'], shown: '1 to 4', does: 'camera', run: (event) => store.set({ view: views[Number(event.key) - 1]! }) },
    { keys: ['v'], shown: 'V', does: 'drag to look instead of aim', run: () => store.set({ looking: !store.get().looking }) },
    { keys: ['p'], shown: 'P', does: 'paths', run: () => toggleOverlay(session, 'path') },
    { keys: ['m'], shown: 'M', does: 'slip and roll in colour', run: () => toggleOverlay(session, 'motion') },
    { keys: ['x'], shown: 'X', does: 'spin axes', run: () => toggleOverlay(session, 'spinAxis') },
    { keys: ['f'], shown: 'F', does: 'contact forces', run: () => toggleOverlay(session, 'contacts') },
    { keys: ['Delete'], shown: 'Delete', does: 'remove the chosen ball', run: () => actions.say(session.removeBall(store.get().selected)) },
    { keys: ['g'], shown: 'G', does: 'named scenes', run: actions.gallery },
    { keys: ['o'], shown: 'O', does: 'open a file', run: actions.open },
    { keys: ['s'], shown: 'S', does: 'share by link', run: actions.share },
    { keys: ['?'], shown: '?', does: 'this list', run: actions.help },
  ];
}

/// Whether a key belongs to the element it was pressed in.
function taken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest('dialog')) return true;
  if (target instanceof HTMLInputElement) return !(target.type === 'checkbox' || target.type === 'range') || event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End' || event.key === ' ';
  if (target.closest('select, textarea')) return true;
  return (event.key === ' ' || event.key === 'Enter') && target.closest('button, summary, a') !== null;
}

export function listenToKeys(table: readonly Key[]): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || taken(event)) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = table.find((key) => key.keys.includes(name));
    if (!found) return;
    event.preventDefault();
    found.run(event);
  });
}

export function keyList(table: readonly Key[]): HTMLElement {
  return h('dl', { class: 'keys' }, ...table.flatMap((key) => [h('dt', {}, h('kbd', {}, key.shown)), h('dd', {}, key.does)]));
}
