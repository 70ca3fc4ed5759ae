// The list of events; a click goes to that time.
import type { TrajectoryEvent } from '../api';
import { h, perFrame } from './dom';
import type { Player } from './player';
import type { Session } from './session';
import { changed } from './store';
import { colourOf } from './time_bar';
import { classOf, eventBefore } from './timeline';

/// Longer lists are truncated, since every row costs time.
const longest = 600;

function item(event: TrajectoryEvent, player: Player): HTMLElement {
  const kind = classOf(event.type);
  const agents = event.agents.filter((agent) => agent !== '').join(' · ');
  return h('li', { class: kind },
    h('button', { type: 'button', onclick: () => player.seek(event.t) },
      h('span', { class: 'when' }, event.t.toFixed(4)),
      h('span', { class: 'mark', style: `background: ${colourOf(kind)}` }),
      h('span', { class: 'what' }, event.type),
      h('span', { class: 'who', title: agents }, agents)));
}

export function makeEventList(session: Session, player: Player): HTMLElement {
  const { store } = session;
  const list = h('ol', { class: 'events', id: 'events' });
  const more = h('p', { class: 'hint' });
  const quiet = h('input', { type: 'checkbox', id: 'motions' });
  const element = h('div', {},
    h('label', { class: 'check', for: 'motions' }, quiet, 'Impacts only'), list, more);
  quiet.addEventListener('change', () => list.classList.toggle('only-impacts', quiet.checked));
  let current = -1;

  function rows(): void {
    const events = store.get().run?.events ?? [];
    list.replaceChildren(...events.slice(0, longest).map((event) => item(event, player)));
    more.textContent = events.length > longest ? `and ${events.length - longest} more` : '';
    current = -1;
    mark();
  }

  function mark(): void {
    const { run, t, mode } = store.get();
    const index = run && mode === 'play' ? eventBefore(run.events, t) : -1;
    if (index === current) return;
    list.children[current]?.removeAttribute('aria-current');
    current = index;
    const now = list.children[current];
    if (!now) return;
    now.setAttribute('aria-current', 'true');
    list.scrollTop = (now as HTMLElement).offsetTop - list.clientHeight / 2;
  }

  const due = perFrame(rows);
  const dueMark = perFrame(mark);
  store.on((now, before) => {
    if (now.tab !== 'run') return;
    if (changed(now, before, 'run', 'tab')) due();
    else if (changed(now, before, 't', 'mode')) dueMark();
  });
  return element;
}
