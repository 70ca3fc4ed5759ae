// What a visitor does, in one line each.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Stage } from '../../src/stage/types';
import type { Session } from '../../src/ui/session';

declare global {
  interface Window { cuelab: { session: Session; stage: Stage } }
}

/// Waits until the page says so. (The browser's own wait needs `eval`, which the page forbids.)
export async function until(page: Page, holds: () => boolean, patience = 30_000): Promise<void> {
  const end = Date.now() + patience;
  while (!await page.evaluate(holds)) {
    if (Date.now() > end) throw new Error(`never came true: ${holds}`);
    await page.waitForTimeout(50);
  }
}

export async function hash(page: Page): Promise<string> {
  return await page.evaluate(() => window.cuelab.session.store.get().run?.hash ?? '');
}

export function heading(page: Page): Promise<number> {
  return page.evaluate(() => window.cuelab.session.store.get().scene.shot!.heading);
}

export function place(page: Page, ball: number): Promise<readonly number[]> {
  return page.evaluate((i) => [...window.cuelab.session.store.get().scene.balls[i]!.position], ball);
}

export function time(page: Page): Promise<number> {
  return page.evaluate(() => window.cuelab.session.store.get().t);
}

/// A point of the page under which a ball (or, with -1, bare cloth) lies; the ball's middle, roughly.
export async function pointOf(page: Page, ball: number): Promise<{ x: number; y: number }> {
  const found = await page.evaluate((wanted) => {
    const canvas = document.getElementById('canvas')!;
    const box = canvas.getBoundingClientRect();
    const hits: [number, number][] = [];
    for (let y = 60; y < box.height; y += 3) {
      for (let x = 3; x < box.width; x += 3) {
        const pick = window.cuelab.stage.pick(x, y);
        const hit = wanted < 0 ? pick?.kind === 'cloth' : pick?.kind === 'ball' && pick.ball === wanted;
        if (hit) hits.push([x + box.left, y + box.top]);
      }
    }
    return hits;
  }, ball);
  if (found.length === 0) throw new Error(`ball ${ball} is not in sight`);
  const middle = (k: 0 | 1): number => found.reduce((sum, point) => sum + point[k], 0) / found.length;
  return { x: middle(0), y: middle(1) };
}

export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const share of [0.3, 0.6, 1]) {
    await page.mouse.move(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
  }
  await page.mouse.up();
}

export async function chooseScene(page: Page, file: string): Promise<void> {
  await page.click('#open-gallery');
  await page.click(`#gallery [data-file="${file}"]`);
}

export async function chooseFile(page: Page, name: string, text: string | Buffer): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#open-file')]);
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(([file, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content!], file!));
    for (const type of ['dragover', 'drop']) {
      document.getElementById('stage')!.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, [name, text]);
}

/// The text of a download that a click starts.
export async function downloaded(page: Page, click: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return readFileSync((await download.path())!, 'utf8');
}
