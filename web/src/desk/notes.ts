// One line for people, visible and read out; it stays until dismissed if something is wrong.
import { iconButton } from './controls';
import { h } from './dom';

export interface Notes { problem(message: string): void; say(message: string): void }

/// Good news leaves by itself [ms].
const shown = 4000;

export function makeNotes(place: HTMLElement): Notes {
  function add(message: string, kind: 'problem' | 'good'): void {
    for (const old of [...place.children]) if (old.textContent === message) old.remove();
    const note = h('div', { class: `note ${kind}`, role: kind === 'problem' ? 'alert' : 'status' },
      h('span', {}, message));
    note.append(iconButton('close', 'Dismiss', () => note.remove()));
    place.append(note);
    while (place.children.length > 3) place.firstElementChild!.remove();
    if (kind === 'good') setTimeout(() => note.remove(), shown);
  }
  return {
    problem: (message) => add(message, 'problem'),
    say: (message) => add(message, 'good'),
  };
}
