// Pictures of the page, drawn in full: build/web-shots.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit, type Visit } from './site';

let site: Visit;
beforeAll(async () => {
  site = await visit();
});
afterAll(() => site?.close());

describe('pictures', () => {
  it.each([
    ['desktop', { width: 1280, height: 800 }, {}],
    ['phone', { width: 390, height: 844 }, { touch: true, light: true }],
  ] as const)('of the %s', async (name, size, look) => {
    const { page, faults } = await site.open(size, { ...look, drawn: true });
    await site.picture(page, `${name}-aim`);
    await page.evaluate(() => {
      window.cuelab.session.shoot();
      window.cuelab.session.store.set({ playing: false, stroke: 1, t: 1.2 });
    });
    await site.picture(page, `${name}-run`);
    const colours = await page.evaluate(() => {
      const canvas = document.getElementById('canvas') as HTMLCanvasElement;
      window.cuelab.session.store.set({ t: 1.25 });
      return new Promise<number>((resolve) => requestAnimationFrame(() => {
        const copy = document.createElement('canvas');
        [copy.width, copy.height] = [64, 64];
        const draw = copy.getContext('2d')!;
        draw.drawImage(canvas, 0, 0, 64, 64);
        const pixels = new Uint32Array(draw.getImageData(0, 0, 64, 64).data.buffer);
        resolve(new Set(pixels).size);
      }));
    });
    expect(colours).toBeGreaterThan(100);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
