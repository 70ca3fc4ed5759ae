// The bundled scenes.
import { h } from './dom';

export interface NamedScene {
  readonly file: string;
  readonly name: string;
  readonly about: string;
  readonly group: string;
  readonly text: string;
}

const groupsInOrder = ['Openings', 'Shots', 'Balls in motion', 'Other systems'];

function groupOf(text: string): string {
  if (/^\[system\]/m.test(text)) return 'Other systems';
  if (/^\[rack\]/m.test(text)) return 'Openings';
  return /^\[shot\]/m.test(text) ? 'Shots' : 'Balls in motion';
}

/// Title and first comment of a scene file.
export function describe(file: string, text: string): NamedScene {
  const name = /^name = "((?:[^"\\]|\\.)*)"/m.exec(text)?.[1] ?? file;
  const comment = /^(?:#.*\n)+/.exec(text)?.[0] ?? '';
  const about = comment.replaceAll(/^# ?/gm, '').replaceAll('\n', ' ').trim();
  return { file, name, about: about.replace(/ ?Try: .*$/, ''), group: groupOf(text), text };
}

const files = import.meta.glob<string>('../../../scenes/*.toml', {
  query: '?raw', import: 'default', eager: true,
});

export const scenes: readonly NamedScene[] = Object.entries(files)
  .map(([path, text]) => describe(path.slice(path.lastIndexOf('/') + 1), text));

export const firstScene: NamedScene = scenes.find((scene) => scene.file === 'break_9ball.toml')!;

export function makeGallery(dialog: HTMLDialogElement, choose: (scene: NamedScene) => void): void {
  const card = (scene: NamedScene): HTMLElement => h('li', {},
    h('button', { type: 'button', class: 'card', 'data-file': scene.file, onclick: () => {
      dialog.close();
      choose(scene);
    } }, h('strong', {}, scene.name), h('span', {}, scene.about)));
  const body = groupsInOrder.flatMap((group) => {
    const members = scenes.filter((scene) => scene.group === group);
    if (members.length === 0) return [];
    return [h('h3', {}, group), h('ul', { class: 'cards' }, ...members.map(card))];
  });
  dialog.querySelector('.dialog-body')!.replaceChildren(...body);
}
