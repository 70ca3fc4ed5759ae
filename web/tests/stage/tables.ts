// Tables for tests. The JSON files are what `cuelab tables NAME --json` prints.
import { readFileSync } from 'node:fs';
import type { Cushion, Jaw, Pocket, Scene, Table } from '../../src/api';

interface Printed {
  name: string; length: number; width: number; cushion_height: number;
  cushions: Cushion[]; jaws: Jaw[]; pockets: Pocket[]; spots: Table['spots'];
}

export function printedTable(name: string): Table {
  const text = readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8');
  const { cushion_height, name: preset, ...rest } = JSON.parse(text) as Printed;
  return { ...rest, preset, cushionHeight: cushion_height };
}

export function boxTable(length: number, width: number): Table {
  const [x, y] = [0.5 * length, 0.5 * width];
  return {
    preset: 'carom-10ft', length, width, cushionHeight: 0.037, jaws: [], pockets: [], spots: [],
    cushions: [
      { id: 'foot', from: [x, -y], to: [x, y] },
      { id: 'head', from: [-x, -y], to: [-x, y] },
      { id: 'left', from: [-x, y], to: [x, y] },
      { id: 'right', from: [-x, -y], to: [x, -y] },
    ],
  };
}

export function sceneOf(table: Table, ids: readonly string[]): Scene {
  return {
    name: 'test', table, shot: null, system: { kind: 'pool' }, engine: 'event', json: '', toml: '',
    balls: ids.map((id, i) => ({ id, radius: 0.03, mass: 0.17, position: [0.1 * i, 0, 0.03] })),
  };
}
