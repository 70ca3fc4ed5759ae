// Drawings for tests that draw nothing.
import type { BallColours, TableDrawing } from '../src/api';

export const noDrawing: TableDrawing = {
  cloth: '', cushion: '', framed: false, cushionDepth: 0, railWidth: 0, rails: [], diamonds: [], spots: [], baulk: null, looseCushions: [], looseJaws: [],
};
export const noColours: BallColours = { fill: '', path: '', striped: false, disc: false, label: '', spot: '' };
