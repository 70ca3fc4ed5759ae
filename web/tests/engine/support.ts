// The module and the program of this build, and what the program prints.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../src/api';
import { loadEngine } from '../../src/engine/engine';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const wasmBytes = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(`${root}build/wasm/cuelab.wasm`));
export const load = (): Promise<Engine> => loadEngine(wasmBytes());

/// Scene files, with their names as the program is given them.
export const sceneNames = readdirSync(`${root}scenes`)
  .filter((name) => name.endsWith('.toml'))
  .map((name) => `scenes/${name}`);
export const textOf = (name: string): string => readFileSync(root + name, 'utf8');

/// What `cuelab ARGUMENTS` prints, and what it complains about.
export function cuelab(...args: readonly string[]): { out: string; complaint: string } {
  const run = spawnSync(`${root}build/cuelab`, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 });
  if (run.error) throw run.error;
  return { out: run.stdout, complaint: run.stderr.trim().replace(/^cuelab: /, '') };
}

export interface State {
  readonly id: string;
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly spin: readonly number[];
  readonly orientation: readonly number[];
  readonly motion: string;
}

/// The parts of `cuelab simulate --json` the tests look at.
export interface Result {
  readonly engine: string;
  readonly stop: string;
  readonly t_end: number;
  readonly hash: string;
  readonly events: readonly { t: number; type: string; agents: readonly string[] }[];
  readonly energy: { readonly initial: number; readonly final: number };
  readonly samples?: readonly { readonly t: number; readonly balls: readonly State[] }[];
}

export function simulated(...args: readonly string[]): Result {
  const { out, complaint } = cuelab('simulate', ...args, '--json');
  if (out === '') throw new Error(complaint);
  return JSON.parse(out) as Result;
}
