// Files in and out, by button or dropped on the page.
import { h } from './dom';
import type { ShowError } from './errors';
import type { Session } from './session';
import { fileName } from './format';

/// Larger files are not read [bytes].
const largest = 50_000_000;

export async function openFile(file: File, session: Session, showError: ShowError): Promise<void> {
  if (file.size > largest) {
    showError(`${file.name}: is too large: ${file.size} bytes, at most ${largest}`);
    return;
  }
  try {
    session.open(await file.text(), file.name);
  } catch (problem) {
    showError(problem instanceof Error ? problem.message : String(problem));
  }
}

/// Asks for a file.
export function chooseFile(session: Session, showError: ShowError): void {
  const input = h('input', { type: 'file', accept: '.toml,.json,application/json,application/toml' });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void openFile(file, session, showError);
  });
  input.click();
}

export function acceptDrops(page: HTMLElement, session: Session, showError: ShowError): void {
  const isFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  page.addEventListener('dragover', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    page.classList.add('dropping');
  });
  page.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) page.classList.remove('dropping');
  });
  page.addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    page.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(file, session, showError);
  });
}

function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export type SaveKind = 'toml' | 'json' | 'result';

export function save(session: Session, kind: SaveKind): void {
  const { scene, run } = session.store.get();
  const name = fileName(scene.name);
  if (kind === 'toml') download(`${name}.toml`, scene.toml, 'application/toml');
  else if (kind === 'json') download(`${name}.json`, scene.json, 'application/json');
  else if (run) download(`${name}-result.json`, run.toJson(), 'application/json');
}
