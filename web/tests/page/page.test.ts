import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { chooseFile, chooseScene, downloaded, drag, dropFile, hash, heading, place, pointOf, time, until } from './actions';
import { project, startProgram, visit, type Visit } from './site';

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/// For `expect.poll`: the page works in frames, and a frame takes long without a graphics card.
const patient = { timeout: 30_000 };

let site: Visit;
let faults: string[];
let page: Page;

beforeAll(async () => {
  site = await visit();
  ({ page, faults } = await site.open(desktop));
});
afterAll(() => site?.close());

const main = () => page.locator('#main').innerText();
const problem = () => page.locator('.error span').last().innerText();
const dismiss = () => page.locator('.error button').last().click();

describe('the page', () => {
  it('opens with a break ready to shoot', async () => {
    expect(await page.title()).toBe('nine-ball break · cuelab');
    await expect.poll(main, patient).toBe('Shoot');
    expect(await hash(page)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('turns the cue by arrow keys, finer with shift, and by dragging on the cloth', async () => {
    const start = await heading(page);
    await page.focus('#canvas');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => heading(page), patient).toBeCloseTo(start + 0.5, 9);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => heading(page), patient).toBeCloseTo(start + 0.55, 9);
    await page.keyboard.press('2');
    await page.waitForTimeout(1500);
    const cloth = await pointOf(page, -1);
    await drag(page, cloth, { x: cloth.x, y: cloth.y - 60 });
    await expect.poll(async () => Math.abs(await heading(page) - start - 0.55), patient).toBeGreaterThan(1);
  });

  it('sets tip, speed and elevation', async () => {
    const shot = () => page.evaluate(() => ({ ...window.cuelab.session.store.get().scene.shot! }));
    const dial = (await page.locator('.dial-ball').boundingBox())!;
    await page.mouse.click(dial.x + 0.4 * dial.width, dial.y + 0.3 * dial.height);
    await until(page, () => window.cuelab.session.store.get().scene.shot!.side !== 0);
    expect((await shot()).side).toBeCloseTo(0.212, 2);
    expect((await shot()).height).toBeCloseTo(0.424, 2);
    await page.mouse.click(dial.x + 0.99 * dial.width, dial.y + 0.5 * dial.height);
    await until(page, () => window.cuelab.session.store.get().scene.shot!.side < 0);
    expect((await shot()).side).toBeCloseTo(-0.5, 2);
    await page.locator('#shot-speed-bar').fill('3.5');
    await page.fill('#shot-elevation', '12');
    await page.keyboard.press('Enter');
    await until(page, () => window.cuelab.session.store.get().scene.shot!.elevation === 12);
    expect((await shot()).speed).toBe(3.5);
    await page.fill('#shot-speed', '500');
    await page.keyboard.press('Enter');
    expect(await problem()).toMatch(/shot\.speed: is 500, must be between 0 and 100/);
    await dismiss();
    expect((await shot()).speed).toBe(3.5);
  });

  it('keeps a number that is being typed while the shot changes', async () => {
    await page.fill('#shot-elevation', '7');
    await page.evaluate(() => window.cuelab.session.setShot({ speed: 4.5 }));
    await expect.poll(() => page.inputValue('#shot-speed'), patient).toBe('4.5');
    expect(await page.inputValue('#shot-elevation')).toBe('7');
    await page.keyboard.press('Enter');
    await until(page, () => window.cuelab.session.store.get().scene.shot!.elevation === 7);
  });

  it('has dial, slider and number agree: left is left side, up is above the centre', async () => {
    const middle = (box: { x: number; y: number; width: number; height: number }): [number, number] =>
      [box.x + 0.5 * box.width, box.y + 0.5 * box.height];
    const dotBeside = async (): Promise<[number, number]> => {
      const [dot, dial] = await Promise.all(['.dial-dot', '.dial-ball'].map((part) => page.locator(part).boundingBox()));
      const [a, b] = [middle(dot!), middle(dial!)];
      return [a[0] - b[0], a[1] - b[1]];
    };
    const clickBar = async (id: string, share: number): Promise<void> => {
      const bar = (await page.locator(id).boundingBox())!;
      await page.mouse.click(bar.x + share * bar.width, bar.y + 0.5 * bar.height);
    };
    // near the left end of the slider; seen from behind, a stroke left of the centre turns the ball
    // clockwise as seen from above
    await clickBar('#shot-side-bar', 0.2);
    await until(page, () => window.cuelab.session.store.get().scene.shot!.side > 0.2);
    await expect.poll(async () => (await dotBeside())[0], patient).toBeLessThan(-5);
    await expect.poll(async () => Number(await page.inputValue('#shot-side')), patient).toBeGreaterThan(0.2);
    const spin = () => page.evaluate(() => window.cuelab.session.store.get().run!.sample(0)[8]!);
    expect(await spin()).toBeLessThan(-1);
    await page.focus('#shot-side-bar');
    for (let i = 0; i < 40; ++i) await page.keyboard.press('ArrowRight');
    await until(page, () => window.cuelab.session.store.get().scene.shot!.side < 0);
    expect(await spin()).toBeGreaterThan(0);
    await clickBar('#shot-height-bar', 0.7);
    await until(page, () => window.cuelab.session.store.get().scene.shot!.height > 0.1);
    await expect.poll(async () => (await dotBeside())[1], patient).toBeLessThan(-5);
    await expect.poll(async () => Number(await page.inputValue('#shot-height')), patient).toBeGreaterThan(0.1);
    await page.click('#reset-all');
  });

  it('moves a ball by hand, but not onto another', async () => {
    const before = await place(page, 0);
    const ball = await pointOf(page, 0);
    await drag(page, ball, { x: ball.x, y: ball.y + 30 });
    const moved = async (): Promise<number> => {
      const after = await place(page, 0);
      return Math.hypot(after[0]! - before[0]!, after[1]! - before[1]!);
    };
    await expect.poll(moved, patient).toBeGreaterThan(0.02);
    const target = await pointOf(page, 1);
    await drag(page, await pointOf(page, 0), target);
    expect(await problem()).toMatch(/balls\.\d+.*overlap/);
    await dismiss();
    await expect.poll(() => page.locator('.error').count(), patient).toBe(0);
  });

  it('shoots, plays, pauses, scrubs and steps', async () => {
    await chooseScene(page, 'break_9ball.toml');
    await page.keyboard.press('1');
    await page.click('#main');
    await until(page, () => window.cuelab.session.store.get().t > 0.3);
    await expect.poll(main, patient).toBe('Pause');
    await page.click('#main');
    await expect.poll(main, patient).toBe('Play');
    await page.locator('#time').fill('2');
    await expect.poll(() => time(page), patient).toBeCloseTo(2, 9);
    await page.click('#next-event');
    await expect.poll(() => time(page), patient).toBeGreaterThan(2);
    await page.click('#previous-event');
    await page.click('#previous-event');
    await expect.poll(() => time(page), patient).toBeLessThan(2);
    await page.locator('#events button').nth(3).click();
    await page.waitForSelector('#events li:nth-child(4)[aria-current="true"]');
    await page.click('#frame-forward');
    await page.locator('#time').fill('1');
    await page.click('#overlay-motion');
  });

  it('runs again when a law changes and shows why a value is rejected', async () => {
    const before = await hash(page);
    await page.click('#tab-laws');
    await page.selectOption('#key-physics-cushion-law', 'mirror');
    await expect.poll(() => hash(page), patient).not.toBe(before);
    const mirror = await hash(page);
    await page.waitForSelector('[aria-label="Reset physics.cushion.law"]');
    await page.fill('#key-physics-cushion-restitution', '7');
    await page.keyboard.press('Tab');
    expect(await page.locator('#key-physics-cushion-restitution-refusal').innerText()).toBe('is 7, must be between 0 and 1');
    expect(await hash(page)).toBe(mirror);
    await page.click('[aria-label="Reset physics.cushion.law"]');
    await expect.poll(() => hash(page), patient).toBe(before);
  });

  it('offers patch friction with its choices, and refuses too much distortion', async () => {
    const before = await hash(page);
    await page.selectOption('#key-physics-cloth-law', 'patch');
    await expect.poll(() => hash(page), patient).not.toBe(before);
    const forms = await page.locator('#key-physics-cloth-form option').allInnerTexts();
    expect(forms).toContain('pade-3');
    await page.click('[aria-label="Reset physics.cloth.law"]');
    await expect.poll(() => hash(page), patient).toBe(before);
  });

  it('says so when the engine cannot finish the run, and does not shoot', async () => {
    await chooseFile(page, 'limit.toml', 'schema = 1\nname = "cannot run"\n[[balls]]\nid = "cue"\nposition = [0, 0]\n' +
      '[shot]\nspeed = 2.0\n[run]\nmax_events = 2\n');
    await until(page, () => document.title.startsWith('cannot run'));
    await page.click('#main');
    await page.waitForSelector('#refusal:not([hidden])');
    expect(await page.locator('#refusal').innerText()).toMatch(/^Cannot run: .*run.max_events: reached 2 events/);
    await page.click('#main');
    expect(await problem()).toMatch(/reached 2 events/);
    await dismiss();
    expect(await hash(page)).toBe('');
    await chooseScene(page, 'break_9ball.toml');
    await page.waitForSelector('#refusal', { state: 'hidden' });
    await expect.poll(() => hash(page), patient).not.toBe('');
    await page.click('#main');
    await page.click('#main');
  });

  it('labels the preview if its engine is not the chosen one', async () => {
    await page.click('#again');
    await expect.poll(() => page.locator('#preview').isVisible(), patient).toBe(false);
    await page.click('#tab-laws');
    await page.selectOption('#engine', 'stepped');
    await page.locator('#preview', { hasText: /^Preview: event engine$/ }).waitFor();
    await page.selectOption('#engine', 'event');
    await page.waitForSelector('#preview', { state: 'hidden' });
    await page.click('#main');
    await page.click('#main');
  });

  it('says what small changes of the stroke do', async () => {
    await page.click('#tab-run');
    await page.click('summary:has-text("Small changes of the stroke")');
    await page.locator('#sensitivity').scrollIntoViewIfNeeded();
    await page.locator('#sensitivity', { hasText: /Heading \+0\.1°changes the events: .* moves cue by [\d.]+ \S*m/ }).waitFor();
    await site.picture(page, 'small-changes');
  });

  it('finds shots, loads one and shows its make region', async () => {
    await page.evaluate((text) => window.cuelab.session.open(text, 'bank_shot.toml'),
      readFileSync(join(project, 'scenes/bank_shot.toml'), 'utf8'));
    await page.click('#tab-shot');
    await page.click('summary:has-text("Find a shot")');
    await page.locator('#region-text', { hasText: /^Chance \d+ %/ }).waitFor();
    await page.selectOption('#find-zone', '0.3');
    await page.click('.plan');
    await page.click('#find');
    await page.locator('#found button').first().waitFor();
    await page.locator('#found button').first().click();
    await page.locator('#region-text', { hasText: /^Chance [1-9]\d* %/ }).waitFor();
    await page.locator('#find').scrollIntoViewIfNeeded();
    await site.picture(page, 'find-a-shot');
  });

  it('compares two engines', async () => {
    await page.locator('#time').fill('1');
    await page.click('#tab-run');
    await page.click('#keep');
    await page.click('#tab-laws');
    await page.selectOption('#engine', 'smooth');
    await until(page, () => window.cuelab.session.store.get().run?.engine === 'smooth', 60_000);
    await page.click('#tab-run');
    await page.locator('#deviation', { hasText: /^Largest deviation now: [\d.]+ (?:m|mm|µm) \(ball \w+\); at rest: [\d.]+ (?:m|mm|µm) \(ball \w+\)$/ }).waitFor();
    await page.locator('#figures', { hasText: 'smooth' }).waitFor();
    await page.click('#drop');
  });

  it('continues from where the balls came to rest', async () => {
    await chooseScene(page, 'cut_left_side.toml');
    await page.click('#main');
    await page.keyboard.press('End');
    await page.click('#next-shot');
    await expect.poll(main, patient).toBe('Shoot');
    await expect.poll(() => page.locator('.error').count(), patient).toBe(0);
  });

  it('opens files by button and by drop; a broken one changes nothing', async () => {
    await chooseFile(page, 'masse.toml', readFileSync(join(project, 'scenes/masse.toml')));
    await until(page, () => document.title.startsWith('masse'));
    const before = await hash(page);
    await chooseFile(page, '<b>bad</b>.toml', 'schema = 1\n[shott]\n');
    await page.waitForSelector('.error');
    expect(await problem()).toMatch(/^<b>bad<\/b>\.toml: shott: unknown key/);
    expect(await hash(page)).toBe(before);
    await dismiss();
    await dropFile(page, 'drop.toml', readFileSync(join(project, 'scenes/jump_over.toml'), 'utf8'));
    await until(page, () => document.title.startsWith('jump over'));
    await dropFile(page, 'broken.json', '{"schema": 1, "pieces": [');
    await page.waitForSelector('.error');
    expect(await problem()).toMatch(/^broken\.json: /);
    await dismiss();
  });

  it('saves a recording that opens again as the same run', async () => {
    await page.click('.menu summary');
    const text = await downloaded(page, () => page.click('#save-result'));
    const before = await hash(page);
    await chooseScene(page, 'masse.toml');
    await dropFile(page, 'result.json', text);
    await until(page, () => document.title.startsWith('jump over'));
    expect(await hash(page)).toBe(before);
    await expect.poll(main, patient).toBe('Pause');
  });

  it('plays the cradle, the bouncing ball and the bearing', async () => {
    for (const file of ['bouncing_ball.toml', 'bearing.toml', 'newtons_cradle.toml']) {
      await chooseScene(page, file);
      await expect.poll(main, patient).toBe('Run');
      await expect.poll(() => page.locator('#tab-shot').isVisible(), patient).toBe(false);
      await page.click('#main');
      await until(page, () => window.cuelab.session.store.get().t > 0.05, 60_000);
    }
    await page.locator('#time').fill('0.3');
  });

  it('has logged no errors and sent no requests elsewhere', () => {
    expect(faults).toEqual([]);
  });
});

describe('the program\'s own server', () => {
  it('names the scene and runs the slow engines', async () => {
    const program = await startProgram('masse.toml');
    const { page: served, faults } = await site.open(desktop, { from: program.address });
    const asked: string[] = [];
    served.on('request', (request) => asked.push(request.url().slice(program.address.length)));
    await until(served, () => document.title.startsWith('masse'));
    await served.click('#tab-laws');
    await served.selectOption('#engine', 'smooth');
    await served.click('#main');
    await until(served, () => window.cuelab.session.store.get().run?.engine === 'smooth');
    expect(asked).toContain('api/simulate?engine=smooth');
    expect(faults).toEqual([]);
    await served.context().close();
    program.end();
  });
});

describe('a link', () => {
  it('transfers scene and shot to another page', async () => {
    await chooseScene(page, 'three_cushion.toml');
    await page.focus('#canvas');
    await page.keyboard.press('ArrowRight');
    const [direction, run] = [await heading(page), await hash(page)];
    await page.click('#share');
    await page.waitForSelector('#share-dialog[open]');
    const link = await page.inputValue('#link');
    await page.click('#share-dialog .close');
    const other = await site.open(phone, { hash: link.slice(site.address.length), touch: true });
    expect(await other.page.title()).toBe('three-cushion shot · cuelab');
    expect(await heading(other.page)).toBe(direction);
    expect(await hash(other.page)).toBe(run);
    expect(other.faults).toEqual([]);
    await other.page.context().close();
  });

  it('that is damaged is reported and leaves the opening scene', async () => {
    const other = await site.open(phone, { hash: '#s=nonsense', touch: true });
    expect(await other.page.locator('.error').innerText()).toMatch(/damaged/);
    expect(await other.page.title()).toBe('nine-ball break · cuelab');
    await other.page.locator('.error button').click();
    expect(other.faults).toEqual([]);
    await other.page.context().close();
  });
});

describe('on a phone', () => {
  it('fits, and shoots by touch', async () => {
    const { page: small, faults } = await site.open(phone, { touch: true });
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    const before = await heading(small);
    await expect.poll(async () => {  // on a loaded machine the page may not be listening yet
      const ball = await pointOf(small, 0);
      await small.touchscreen.tap(ball.x + 40, ball.y);
      return heading(small);
    }, patient).not.toBe(before);
    await small.tap('#reset-all');  // the browser makes the click of it a little later
    await expect.poll(() => heading(small), patient).toBe(before);
    const button = (await small.locator('#main').boundingBox())!;
    expect(button.y + button.height).toBeLessThan(phone.height);
    await small.tap('#main');
    await until(small, () => window.cuelab.session.store.get().t > 0.2);
    expect(faults).toEqual([]);
    await small.context().close();
  });
});
