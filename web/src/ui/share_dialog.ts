// A link that opens this scene and shot.
import { byId, h } from './dom';
import type { ShowError } from './errors';
import type { Session } from './session';
import { decodeScene, encodeScene, hasScene } from './share';

async function copy(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return false;
  }
}

/// Returns a function that opens the dialog.
export function makeShareDialog(dialog: HTMLDialogElement, session: Session,
                                showError: ShowError): () => void {
  const field = h('input', { type: 'text', id: 'link', readonly: true, 'aria-label': 'Link' });
  const said = h('p', { role: 'status', class: 'hint' });
  const copied = (done: boolean): void => {
    said.textContent = done ? 'Copied.' : 'Could not copy. The link is selected: copy it by hand.';
  };
  const button = h('button', {
    type: 'button', class: 'primary', id: 'copy-link', onclick: () => void copy(field).then(copied),
  }, 'Copy');
  dialog.querySelector('.dialog-body')!.replaceChildren(
    h('p', {}, 'The link itself contains the whole scene with its shot; nothing is stored anywhere.'),
    h('div', { class: 'link-row' }, field, button), said);

  return () => {
    encodeScene(session.store.get().scene.json).then((code) => {
      const address = new URL(location.href);
      address.hash = code;
      history.replaceState(null, '', address);
      field.value = address.href;
      said.textContent = '';
      dialog.showModal();
    }, (problem: Error) => showError(problem.message));
  };
}

/// The scene in the page's address, if any; a damaged one is reported.
export async function sceneOfAddress(problem: (message: string) => void): Promise<string | null> {
  if (!hasScene(location.hash)) return null;
  try {
    return await decodeScene(location.hash);
  } catch (failure) {
    problem((failure as Error).message);
    return null;
  }
}

export function dialogById(id: string): HTMLDialogElement {
  const dialog = byId<HTMLDialogElement>(id);
  dialog.querySelector('.close')!.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
