// The module and its worker in a browser, from static files in a folder of the server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
import type { PreviewServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {} from './page/main';
import { load, textOf } from './support';

const site = mkdtempSync(join(tmpdir(), 'cuelab-'));
let server: PreviewServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  await build({
    configFile: false,
    root: fileURLToPath(new URL('page', import.meta.url)),
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir: join(site, 'some/folder'), emptyOutDir: true, target: 'es2022' },
  });
  server = await preview({
    configFile: false,
    build: { outDir: site },
    preview: { host: '127.0.0.1', port: 0 },
    appType: 'mpa',
  });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(`${server.resolvedUrls!.local[0]!}some/folder/index.html`);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(site, { recursive: true });
});

const name = 'scenes/break_9ball.toml';

test('a shot in the browser has the bits it has here', async () => {
  const engine = await load();
  const text = textOf(name);
  const hash = await page.evaluate(async ([given, file]) => {
    const there = await window.engine.load();
    return there.simulate(there.parse(given, file)).hash;
  }, [text, name] as const);
  expect(hash).toBe(engine.simulate(engine.parse(text, name)).hash);
}, 60_000);

test('a worker returns the recording, reports progress, and can be stopped', async () => {
  const engine = await load();
  const scene = engine.parse(textOf(name), name).json;
  const received = await page.evaluate(async (json) => {
    const times: number[] = [];
    const onProgress = (t: number): number => times.push(t);
    const text = await window.engine.inWorker(json, 'smooth', { tMax: 0.3, onProgress });
    return { text, times };
  }, scene);
  const run = engine.open(received.text, 'result.json');
  expect([run.engine, run.tEnd]).toEqual(['smooth', 0.3]);
  expect(received.times.length).toBeGreaterThan(0);
  expect(received.times).toEqual([...received.times].sort((a, b) => a - b));

  const stopped = await page.evaluate(async (json) => {
    const abort = new AbortController();
    const options = { tMax: 60, signal: abort.signal, onProgress: () => abort.abort('enough') };
    return window.engine.inWorker(json, 'smooth', options).catch((reason: unknown) => reason);
  }, scene);
  expect(stopped).toBe('enough');

  const refused = await page.evaluate(
    () => window.engine.inWorker('{}', 'event').catch((error: unknown) => String(error)),
  );
  expect(refused).toBe('Error: scene: schema: is missing, must be 1');
}, 60_000);
