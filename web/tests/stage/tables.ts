// Tables and scenes for tests.
import type { Scene, Table } from '../../src/api';
import { noColours, noDrawing } from '../blank';
import { load } from '../engine/support';

const engine = await load();

/// A scene with a table in TOML and one ball of each of these ids, side by side.
export function parsedScene(table: string, ids: readonly string[]): Scene {
  const balls = ids.map((id, i) => `[[balls]]\nid = "${id}"\nposition = [${-0.6 + 0.07 * (i % 18)}, ${0.07 * Math.floor(i / 18)}]\n`);
  return engine.parse(`schema = 1\n[table]\n${table}\n${balls.join('')}`, 'test');
}

export const presetTable = (name: string): Table => parsedScene(`preset = "${name}"`, ['cue']).table;

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
    drawing: noDrawing,
  };
}

export function sceneOf(table: Table, ids: readonly string[]): Scene {
  return {
    name: 'test', table, shot: null, system: { kind: 'pool' }, engine: 'event', json: '', toml: '', notBuilt: '',
    balls: ids.map((id, i) => ({
      id, radius: 0.03, mass: 0.17, position: [0.1 * i, 0, 0.03], colours: noColours,
    })),
  };
}
