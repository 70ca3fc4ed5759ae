// Error messages at the top of the page, also for screen readers; shown until dismissed.
import { iconButton } from './controls';
import { h } from './dom';

export type ShowError = (message: string) => void;

/// Maximum number shown at a time; the oldest is removed first.
const most = 3;

export function makeErrorList(list: HTMLElement): ShowError {
  return (message) => {
    for (const old of [...list.children]) if (old.textContent === message) old.remove();
    const item = h('div', { class: 'error', role: 'alert' }, h('span', {}, message));
    item.append(iconButton('close', 'Dismiss', () => item.remove()));
    list.append(item);
    while (list.children.length > most) list.firstElementChild!.remove();
  };
}
