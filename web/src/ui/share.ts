// A scene as the part of an address after '#': "s=" deflated, "t=" plain, both base64url.

/// Longer links are truncated by mail programs and chats.
export const longestLink = 32_000;
/// The longest text a link may unpack to; scene files have the same limit.
const longestText = 1_000_000;

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

async function piped(bytes: Uint8Array<ArrayBuffer>,
                     through: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read() as ReadableStreamReadResult<Uint8Array>;
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > longestText) {
      await reader.cancel();
      throw new Error('too long');
    }
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/// The text after '#'. Throws if the scene is too large for a link.
export async function encodeScene(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const code = typeof CompressionStream === 'undefined'
    ? 't=' + toBase64Url(bytes)
    : 's=' + toBase64Url(await piped(bytes, new CompressionStream('deflate-raw')));
  if (code.length > longestLink) {
    const sizes = `${code.length} characters, at most ${longestLink}`;
    throw new Error(`The scene is too large for a link: ${sizes}.`);
  }
  return code;
}

/// Whether an address contains a scene.
export function hasScene(hash: string): boolean {
  return /^#?[st]=/.test(hash);
}

/// The scene of an address. Throws with a message for the user if the link is broken.
export async function decodeScene(hash: string): Promise<string> {
  const code = hash.replace(/^#/, '');
  if (code.length > longestLink) throw new Error('The link is too long to hold a scene.');
  try {
    const bytes = fromBase64Url(code.slice(2));
    const plain = code.startsWith('s=')
      ? await piped(bytes, new DecompressionStream('deflate-raw'))
      : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    throw new Error('The link is damaged: no scene can be read from it.');
  }
}
