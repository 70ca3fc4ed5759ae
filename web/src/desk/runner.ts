// Runs that take their time: in a worker, or by the server that serves the page.
import { InputError, type Engine, type EngineName, type Scene, type Trajectory } from '../api';

export interface Server { readonly engines: readonly string[] }

/// A run in a worker: the scene's text in, the result file out.
export type LongRun = (scene: string, engine: EngineName,
                       options: { onProgress: Progress; signal: AbortSignal }) => Promise<string>;

/// Hears the simulated time now and then [s].
export type Progress = (t: number) => void;

/// A run and how long it took, its way here included.
export interface Finished { readonly run: Trajectory; readonly wallSeconds: number }

export interface Runner {
  /// Rejects with InputError where the engine refuses, with an AbortError when stopped.
  run(scene: Scene, engine: EngineName, progress: Progress): Promise<Finished>;
  stop(): void;
}

/// `cuelab view` serves this machine only; elsewhere the page came as plain files.
function mayHaveServer(): boolean {
  const here = /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(location.hostname);
  return here && /^https?:$/.test(location.protocol);
}

/// The server's engines, none if there is none.
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
  if (!answer.ok || !answer.body) throw new InputError(`The server answered ${answer.status}.`);
  for await (const event of serverEvents(answer.body)) {
    if (event.name === 'result') return event.data;
    const data = JSON.parse(event.data) as { t?: number; message?: string };
    if (event.name === 'error') throw new InputError(data.message ?? 'The server failed.');
    if (data.t !== undefined) progress(data.t);
  }
  throw new InputError('The server ended without a result.');
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
