import { describe, expect, it } from 'vitest';
import { decodeScene, encodeScene, hasScene, longestLink } from '../../src/ui/share';

describe('a scene in an address', () => {
  it('round-trips, whatever characters it contains', async () => {
    const text = JSON.stringify({ name: 'Größe – 球 <b>"&#', balls: Array.from({ length: 50 }, (_, i) => i / 7) });
    const code = await encodeScene(text);
    expect(code).toMatch(/^s=[\w-]+$/);
    expect(code.length).toBeLessThan(text.length);
    expect(await decodeScene('#' + code)).toBe(text);
  });

  it('is read without compression too', async () => {
    expect(await decodeScene('#t=' + Buffer.from('schema = 1').toString('base64url'))).toBe('schema = 1');
  });

  it('is distinguished from other anchors', () => {
    expect([hasScene('#s=abc'), hasScene('#t=abc'), hasScene('#help'), hasScene('')]).toEqual([true, true, false, false]);
  });

  it.each(['#s=', '#s=!!!', '#s=abcd', '#t=/w', '#s=' + 'A'.repeat(5000), '#s=' + 'A'.repeat(longestLink + 1)])(
    'is refused in words when broken: %.12s', async (hash) => {
      await expect(decodeScene(hash)).rejects.toThrow(/^The link is/);
    });

  it('does not unpack without limit', async () => {
    const bomb = await encodeScene('a'.repeat(2_000_000)).catch((problem: Error) => problem.message);
    expect(bomb).toMatch(/^s=/);
    await expect(decodeScene('#' + bomb)).rejects.toThrow(/damaged/);
  });

  it('must not be longer than a link may be', async () => {
    const noise = Array.from({ length: 20_000 }, (_, i) => Math.sin(i * i).toString(36)).join('');
    await expect(encodeScene(noise)).rejects.toThrow(/too large for a link/);
  });
});
