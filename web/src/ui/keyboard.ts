// Keys, and the list of them in the help dialog.
import { h } from './dom';
import { fine } from './pointer';
import type { Player } from './player';
import type { Session } from './session';
import { toggleOverlay } from './stage_bar';

interface Key {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly does: string;
  run(event: KeyboardEvent): void;
}

function key(keys: string, does: string, run: Key['run'], shown = keys.toUpperCase()): Key {
  return { keys: keys.split('|'), shown, does, run };
}

export interface Actions {
  gallery(): void;
  open(): void;
  share(): void;
  help(): void;
  say(refusal: string | null): void;
}

const aimStep = 0.5; // [deg]
const speedStep = 0.1; // [m/s]

function step(size: number, event: KeyboardEvent): number {
  return size * (event.shiftKey ? fine : 1);
}

export function keyTable(session: Session, player: Player, actions: Actions): Key[] {
  const { store } = session;
  const aimOrStep = (sign: number, event: KeyboardEvent): void => {
    const { mode, scene } = store.get();
    if (mode === 'play' || !scene.shot) player.step(-sign);
    else session.setShot({ heading: scene.shot.heading + sign * step(aimStep, event) });
  };
  const speed = (sign: number, event: KeyboardEvent): void => {
    const { mode, scene } = store.get();
    if (mode !== 'aim' || !scene.shot) return;
    const next = Math.max(0, scene.shot.speed + sign * step(speedStep, event));
    session.setShot({ speed: Number(next.toFixed(4)) });
  };
  const end = (): void => player.seek(store.get().run?.tEnd ?? 0);
  const views = ['player', 'top', 'side', 'free'] as const;
  const view = (event: KeyboardEvent): void => store.set({ view: views[Number(event.key) - 1]! });
  return [
    key(' |Enter', 'shoot; play and pause', player.toggle, 'Space, Enter'),
    key('ArrowLeft', 'turn the cue left; frame back', (event) => aimOrStep(1, event), 'Left'),
    key('ArrowRight', 'turn the cue right; frame forward', (event) => aimOrStep(-1, event), 'Right'),
    key('ArrowUp', 'faster shot', (event) => speed(1, event), 'Up'),
    key('ArrowDown', 'slower shot', (event) => speed(-1, event), 'Down'),
    key(',', 'frame back', () => player.step(-1)),
    key('.', 'frame forward', () => player.step(1)),
    key('[', 'previous event', player.previousEvent),
    key(']', 'next event', player.nextEvent),
    key('Home', 'to the start', () => player.seek(0), 'Home'),
    key('End', 'to the end', end, 'End'),
    key('-', 'slower motion', () => player.faster(-1)),
    key('+|=', 'faster motion', () => player.faster(1), '+'),
    key('l', 'loop', () => store.set({ loop: !store.get().loop })),
    key('r', 'again: back to the shot', session.again),
    key('n', 'next shot from here', () => actions.say(session.next())),
    key('b', 'keep this run as B', session.keep),
    key('1|2|3|4', 'camera', view, '1 to 4'),
    key('v', 'drag to turn the camera instead of the cue', () => store.set({ orbiting: !store.get().orbiting })),
    key('p', 'paths', () => toggleOverlay(session, 'path')),
    key('m', 'colour paths by motion', () => toggleOverlay(session, 'motion')),
    key('x', 'spin axes', () => toggleOverlay(session, 'spinAxis')),
    key('f', 'contact forces', () => toggleOverlay(session, 'contacts')),
    key('Delete', 'remove the chosen ball',
      () => actions.say(session.removeBall(store.get().selected)), 'Delete'),
    key('g', 'bundled scenes', actions.gallery),
    key('o', 'open a file', actions.open),
    key('s', 'share by link', actions.share),
    key('?', 'this list', actions.help),
  ];
}

/// Whether the focused element handles the key itself.
function taken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest('dialog')) return true;
  if (target instanceof HTMLInputElement) {
    const typed = target.type !== 'checkbox' && target.type !== 'range';
    return typed || /^(?:Arrow|Home$|End$| $)/.test(event.key);
  }
  if (target.closest('select, textarea')) return true;
  return (event.key === ' ' || event.key === 'Enter') && target.closest('button, summary, a') !== null;
}

export function listenToKeys(table: readonly Key[]): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || taken(event)) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = table.find(({ keys }) => keys.includes(name));
    if (!found) return;
    event.preventDefault();
    found.run(event);
  });
}

export function keyList(table: readonly Key[]): HTMLElement {
  return h('dl', { class: 'keys' }, ...table.flatMap(({ shown, does }) =>
    [h('dt', {}, h('kbd', {}, shown)), h('dd', {}, does)]));
}
