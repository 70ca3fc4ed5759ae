// Success over aim and speed around the present shot, as a small map.
import type { MakeRegion } from '../api';
import { h } from './dom';

export const cells = { headings: 24, speeds: 16 } as const;

/// From dark (never) to gold (always).
export function cellColour(success: number): string {
  const from = [35, 38, 46];
  const to = [244, 197, 87];
  return `rgb(${from.map((low, i) => Math.round(low + success * (to[i]! - low))).join(' ')})`;
}

/// What the map shows, in words.
export function regionText({ headings, speeds, chance, error }: MakeRegion): string {
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  return `Chance ${percent(chance)} ± ${percent(error)}. Across: aim ±${headings.at(-1)!.toFixed(2)}°, left is left; `
    + `up: speed ±${speeds.at(-1)!.toFixed(2)} m/s. Gold: made.`;
}

export interface RegionMap { readonly element: HTMLElement; show(region: MakeRegion | null, why: string): void }

export function makeRegionMap(): RegionMap {
  const canvas = h('canvas', { width: 10 * cells.headings, height: 10 * cells.speeds, class: 'region' });
  const text = h('p', { class: 'hint', id: 'region-text' });
  const draw = canvas.getContext('2d');

  function paint({ success }: MakeRegion): void {
    if (!draw) return;
    success.forEach((share, i) => {
      const column = cells.headings - 1 - i % cells.headings; // headings grow to the left
      const row = cells.speeds - 1 - Math.floor(i / cells.headings);
      draw.fillStyle = cellColour(share);
      draw.fillRect(10 * column, 10 * row, 10, 10);
    });
    draw.strokeStyle = '#fff';
    draw.beginPath();
    draw.arc(canvas.width / 2, canvas.height / 2, 5, 0, 2 * Math.PI);
    draw.stroke();
  }

  return {
    element: h('div', { class: 'region-map' }, canvas, text),
    show(region, why) {
      canvas.hidden = region === null;
      if (region) paint(region);
      text.textContent = region ? regionText(region) : why;
    },
  };
}
