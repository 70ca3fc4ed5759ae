// What the run panel says about small changes of the stroke.
import { expect, it } from 'vitest';
import type { Sensitivity } from '../../src/api';
import { sensitivityLines } from '../../src/ui/sensitivity';
import { runOf, sceneFrom } from './fakes';

const scene = sceneFrom({
  balls: [{ id: 'cue', position: [0, 0] }, { id: '1', position: [1, 0] }, { id: '2', position: [2, 0] }],
  shot: { ball: 'cue' },
});
const found: Sensitivity = {
  parameters: ['speed', 'heading'],
  balls: [
    { id: 'cue', position: [[0.3, 0], [0.4, 0.02], [0, 0]] },
    { id: '1', position: [[0, 3], [0, 4], [0, 0]] },
    { id: '2', position: null, reason: 'grazing' },
  ],
  margin: { speed: null, heading: 0.123 },
  limits: { speed: null, heading: { kind: 'near miss', t: 1.25, agents: ['cue', '1'] } },
};

it('gives the distances for steps that a player could make, and what would change', () => {
  const run = runOf(scene, 'event', { sensitivity: () => found });
  expect(sensitivityLines(run)).toEqual([
    ['Speed +0.1 m/s', 'moves cue by 50.00 mm; no other list of events is near'],
    ['Heading +0.1°', 'moves cue by 2.00 mm, 1 by 500.00 mm; '
      + 'same events within ±0.12°: cue just misses 1 at 1.250 s'],
    ['Not known', '2 (grazing)'],
  ]);
});

it('makes no prediction beyond the margin', () => {
  const narrow = { ...found, margin: { heading: 0.02 } };
  const run = runOf(scene, 'event', { sensitivity: () => narrow });
  expect(sensitivityLines(run)[1]).toEqual(['Heading +0.1°',
    'changes the events: they are the same only within ±0.020° (cue just misses 1 at 1.250 s), '
      + 'which moves cue by 400.00 µm, 1 by 100.00 mm']);
});

it('says why a run has none', () => {
  expect(sensitivityLines(runOf(scene, 'smooth'))).toEqual([['None', 'not in this run']]);
});
