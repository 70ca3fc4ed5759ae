// The WebAssembly module as typed calls: texts in, texts and numbers out.

/// Address of a run inside the module; 0 means none.
export type Handle = number;

/// Called periodically with the simulated time [s], or the part done of a search; false stops a run.
export type Progress = (t: number) => boolean;

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  input(size: number): number;
  output(): number;
  output_size(): number;
  parse(): number;
  keys(): void;
  find_shots(): number;
  make_region(headings: number, speeds: number): number;
  simulate(tMax: number): Handle;
  open(): Handle;
  release(run: Handle): void;
  describe(run: Handle): void;
  wall_seconds(run: Handle): number;
  events(run: Handle): void;
  sample(run: Handle, t: number): number;
  path(run: Handle, ball: number): number;
  energy(run: Handle): void;
  sensitivity(run: Handle): number;
  recording(run: Handle, seconds: number): void;
  after(run: Handle): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/// The system calls of the C library. There are no files: every call fails.
function systemCalls(module: WebAssembly.Module): WebAssembly.ModuleImports {
  const badFile = 8;
  const calls: WebAssembly.ModuleImports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === 'wasi_snapshot_preview1') calls[name] = () => badFile;
  }
  calls['proc_exit'] = (code: number) => {
    throw new Error(`the engine stopped with code ${code}`);
  };
  return calls;
}

export class Module {
  /// The progress callback of the current run.
  progress: Progress = () => true;
  readonly calls: Exports;

  private constructor(module: WebAssembly.Module) {
    const page = { progress: (t: number) => Number(this.progress(t)) };
    const imports = { wasi_snapshot_preview1: systemCalls(module), page };
    const instance = new WebAssembly.Instance(module, imports);
    this.calls = instance.exports as unknown as Exports;
    this.calls._initialize();
  }

  static async load(source: URL | BufferSource): Promise<Module> {
    return new Module(await compile(source));
  }

  /// Sets the texts that the next call reads.
  setInput(...texts: readonly string[]): void {
    const parts = texts.map((text) => encoder.encode(text));
    const header = new Uint32Array([parts.length, ...parts.map((part) => part.length)]);
    const size = parts.reduce((sum, part) => sum + part.length, header.byteLength);
    const address = this.calls.input(size); // may move the memory
    const bytes = new Uint8Array(this.calls.memory.buffer, address, size);
    bytes.set(new Uint8Array(header.buffer));
    let at = header.byteLength;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
  }

  /// A copy of the output of the last call.
  output(): Uint8Array<ArrayBuffer> {
    const { memory, output, output_size } = this.calls;
    const begin = output();
    return new Uint8Array(memory.buffer.slice(begin, begin + output_size()));
  }

  outputText(): string {
    return decoder.decode(this.output());
  }

  /// Numbers at an address of the module, valid until its next call.
  numbersAt(address: number, count: number): Float64Array {
    return new Float64Array(this.calls.memory.buffer, address, count);
  }
}

async function compile(source: URL | BufferSource): Promise<WebAssembly.Module> {
  if (!(source instanceof URL)) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source.href}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
