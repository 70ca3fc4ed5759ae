// The built site on loopback and a browser to look at it.
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

export const project = fileURLToPath(new URL('../../../', import.meta.url));
const site = join(project, 'build/web');
const program = join(project, 'build/cuelab');
const shots = join(project, 'build/web-shots');

const types: Record<string, string> = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm',
  '.json': 'application/json', '.svg': 'image/svg+xml'
};

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url!, 'http://x').pathname));
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path);
    readFile(file).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body),
      () => response.writeHead(404).end());
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/// `cuelab view` with a scene: its address, and how to end it.
export async function startProgram(scene: string): Promise<{ address: string; end(): void }> {
  const run = spawn(program, ['view', join(project, 'scenes', scene), '--site', site]);
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    run.stdout.on('data', (text) => {
      said += text;
      const found = /http:\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    run.on('error', reject);
    run.on('exit', (code) => reject(new Error(`cuelab view ended with ${code}`)));
  });
  return { address, end: () => run.kill() };
}

/// A page and what went wrong on it.
export interface OpenPage { readonly page: Page; readonly faults: string[] }

export interface Look {
  readonly hash?: string;
  readonly touch?: boolean;
  readonly light?: boolean;
  /// Draws the table; without a graphics card that takes seconds, so most pages do without.
  readonly drawn?: boolean;
  /// Another server than that of the plain files.
  readonly from?: string;
}

export interface Visit {
  readonly address: string;
  open(size: { width: number; height: number }, look?: Look): Promise<OpenPage>;
  picture(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

/// Errors in the console and requests that leave the site. That there is no `cuelab view` here is none.
function watch(page: Page, address: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    const unanswered = message.location().url === `${address}api/hello`;
    if (message.type() === 'error' && !unanswered) faults.push(message.text());
  });
  page.on('pageerror', (problem) => faults.push(String(problem)));
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(address)) faults.push(`asks ${request.url()}`);
  });
  return faults;
}

/// Takes the picture out of WebGL; everything else goes on as ever.
function drawNothing(): void {
  const { prototype } = WebGL2RenderingContext;
  prototype.drawElements = prototype.drawArrays = () => {};
  prototype.drawElementsInstanced = prototype.drawArraysInstanced = () => {};
}

export async function visit(): Promise<Visit> {
  mkdirSync(shots, { recursive: true });
  const server = await serve();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser: Browser = await chromium.launch({
    executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  });
  return {
    address,
    async open(viewport, { hash = '', touch = false, light = false, drawn = false, from = address } = {}) {
      const context = await browser.newContext({
        viewport, hasTouch: touch, isMobile: touch, colorScheme: light ? 'light' : 'dark', acceptDownloads: true,
      });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      const faults = watch(page, from);
      if (!drawn) await page.addInitScript(drawNothing);
      await page.goto(`${from}${hash}`);
      await page.waitForSelector('#ready', { state: 'attached' });
      return { page, faults };
    },
    async picture(page, name) {
      await page.screenshot({ path: join(shots, `${name}.png`), timeout: 60_000 });
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
