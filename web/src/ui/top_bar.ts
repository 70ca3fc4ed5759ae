// The bar at the top: title and files.
import { h, show } from './dom';
import { iconButton, wordButton } from './controls';
import { icon } from './icons';
import { save, type SaveKind } from './files';
import type { Session } from './session';
import type { PageState } from './state';

export interface TopActions { gallery(): void; open(): void; share(): void; help(): void }

function saveMenu(session: Session): HTMLElement {
  const menu = h('details', { class: 'menu' });
  const item = (kind: SaveKind, text: string): HTMLButtonElement => h('button', {
    type: 'button', id: `save-${kind}`, onclick: () => {
      menu.open = false;
      save(session, kind);
    } }, text);
  const result = item('result', 'Recording, JSON');
  menu.append(h('summary', { class: 'icon-button', title: 'Save', 'aria-label': 'Save' }, icon('save')),
    h('div', { class: 'menu-items' }, item('toml', 'Scene, TOML'), item('json', 'Scene, JSON'), result));
  document.addEventListener('pointerdown', (event) => {
    if (!menu.contains(event.target as Node)) menu.open = false;
  });
  menu.addEventListener('toggle', () => {
    result.disabled = session.store.get().run === null;
  });
  return menu;
}

export function makeTopBar(session: Session, actions: TopActions): HTMLElement[] {
  const title = h('h1', { id: 'title' });
  const edited = wordButton('reset', 'Undo changes', session.resetAll, {
    id: 'reset-all', class: 'quiet edited', title: 'Back to the scene as it was opened',
  });
  const update = (state: Readonly<PageState>): void => {
    title.textContent = state.scene.name || 'untitled';
    show(edited, state.scene !== state.base);
    document.title = `${state.scene.name || 'untitled'} · cuelab`;
  };
  session.store.on((now, before) => {
    if (now.scene !== before.scene) update(now);
  });
  update(session.store.get());
  return [
    h('span', { class: 'brand' }, 'cuelab'), title, edited, h('span', { class: 'gap' }),
    wordButton('gallery', 'Scenes', actions.gallery, { id: 'open-gallery', title: 'Bundled scenes (G)' }),
    iconButton('open', 'Open a scene or recording (O)', actions.open, { id: 'open-file' }),
    saveMenu(session),
    iconButton('link', 'Share by link (S)', actions.share, { id: 'share' }),
    iconButton('help', 'Help and keys (?)', actions.help, { id: 'open-help' }),
  ];
}
