// Runs of the slow engines: in a worker, or on the server that serves the page.
import { InputError, type Engine, type EngineName, type Scene, type Trajectory } from '../api';

export interface Server { readonly engines: readonly string[] }

/// A run in a worker, from the scene's text to the recording.
export type LongRun = (scene: string, engine: EngineName,
                       options: { onProgress: Progress; signal: AbortSignal }) => Promise<string>;

/// Called periodically with the simulated time [s].
export type Progress = (t: number) => void;

/// A run and how long it took, transfer included.
export interface Finished { readonly run: Trajectory; readonly wallSeconds: number }

export interface Runner {
  /// Rejects with InputError if the engine rejects the scene, with an AbortError when stopped.
  run(scene: Scene, engine: EngineName, progress: Progress): Promise<Finished>;
  stop(): void;
}

/// `cuelab view` serves only the local machine; elsewhere the page is a set of static files.
function mayHaveServer(): boolean {
  const here = /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(location.hostname);
  return here && /^https?:$/.test(location.protocol);
}

/// The engines of the server; none if there is no server.
export async function askServer(): Promise<Server> {
  if (!mayHaveServer()) return { engines: [] };
  try {
    const answer = await fetch(new URL('api/hello', document.baseURI));
    const hello: unknown = answer.ok ? await answer.json() : null;
    const engines = (hello as { engines?: unknown } | null)?.engines;
    return { engines: Array.isArray(engines) ? engines.map(String) : [] };
  } catch {
    return { engines: [] };
  }
}

interface ServerEvent { readonly name: string; readonly data: string }

/// The events of a text/event-stream, one by one.
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const lines = block.split('\n');
      const of = (field: string): string => lines.filter((line) => line.startsWith(field))
        .map((line) => line.slice(field.length).trimStart()).join('\n');
      yield { name: of('event:'), data: of('data:') };
    }
  }
}

async function onServer(scene: Scene, engine: EngineName, progress: Progress,
                        signal: AbortSignal): Promise<string> {
  const address = new URL(`api/simulate?engine=${engine}`, document.baseURI);
  const answer = await fetch(address, { method: 'POST', body: scene.json, signal });
  if (!answer.ok || !answer.body) throw new Error(`The server answered ${answer.status}.`);
  for await (const event of serverEvents(answer.body)) {
    if (event.name === 'result') return event.data;
    const data = JSON.parse(event.data) as { t?: number; message?: string };
    if (event.name === 'error') throw new InputError(data.message ?? 'The server failed.');
    if (data.t !== undefined) progress(data.t);
  }
  throw new Error('The server ended without a result.');
}

export function makeRunner(engine: Engine, longRun: LongRun, server: () => Server): Runner {
  let current: AbortController | null = null;
  return {
    async run(scene, name, progress) {
      current?.abort();
      const mine = new AbortController();
      current = mine;
      const started = performance.now();
      const text = server().engines.includes(name)
        ? await onServer(scene, name, progress, mine.signal)
        : await longRun(scene.json, name, { onProgress: progress, signal: mine.signal });
      mine.signal.throwIfAborted();
      const wallSeconds = (performance.now() - started) / 1e3;
      return { run: engine.open(text, scene.name), wallSeconds };
    },
    stop() {
      current?.abort();
      current = null;
    },
  };
}
