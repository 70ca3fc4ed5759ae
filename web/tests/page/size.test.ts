// What a first visit costs.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { project } from './site';

const most = 1.5e6; // [bytes]

function filesBelow(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}

it('the whole site is small enough for a first visit', () => {
  const sum = filesBelow(join(project, 'build/web'))
    .reduce((bytes, file) => bytes + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  console.log(`the site compressed: ${sum} bytes`);
  expect(sum).toBeLessThan(most);
});
