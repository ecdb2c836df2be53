import { Worker } from 'node:worker_threads';
import { type FileFormat, type FileRow, FormatError, type ReadOptions } from '@parlance/formats';
import type { CountedWarnings, WarningList } from './warning-list.ts';

/**
 * Maximum size of a file that is parsed in the main thread. Some parsers take 60 ms per megabyte.
 */
export const MAX_BLOCKING_BYTES = 256 * 1024;
/**
 * Maximum heap size of the worker thread in megabytes. A YAML file of the maximum length with
 * 4,000,000 nodes needs half of it.
 */
export const WORKER_HEAP_MB = 2048;

export type RowOptions = Omit<ReadOptions, 'warn'>;

export interface WorkerStart {
  formatId: string;
  options: RowOptions;
}

/**
 * Messages to the worker thread: a piece of the file, the end of the file, or the confirmation that
 * a batch of rows was received.
 */
export type WorkerInput =
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'rows-taken' };

export type WorkerMessage =
  | { type: 'rows'; rows: FileRow[] }
  | { type: 'error'; message: string; at: ConstructorParameters<typeof FormatError>[1] }
  | { type: 'end'; warnings: CountedWarnings };

/** Yields the rows of a file of any format and size without blocking the event loop. */
export async function* readRows(
  format: FileFormat,
  bytes: AsyncIterable<Uint8Array>,
  options: RowOptions,
  warnings: WarningList,
): AsyncGenerator<FileRow[], void> {
  const reading: ReadOptions = { ...options, warn: (warning) => warnings.add(warning) };
  if (!format.blocking) {
    yield* format.read(bytes, reading);
    return;
  }
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let reader: ThreadReader | null = null;
  try {
    for await (const chunk of bytes) {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes <= MAX_BLOCKING_BYTES) continue;
      reader ??= new ThreadReader(format, options);
      for (const piece of held.splice(0)) reader.feed(piece);
      if (reader.hasFailed) break;
    }
    yield* reader ? reader.rows(warnings) : format.read(inTurn(held), reading);
  } finally {
    await reader?.close();
  }
}

async function* inTurn(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}

/** Reads a file in a worker thread, which receives the file piece by piece. */
class ThreadReader {
  readonly #worker: Worker;
  readonly #inbox: WorkerMessage[] = [];
  #crash: Error | null = null;
  #wake: () => void = () => {};

  constructor(format: FileFormat, options: RowOptions) {
    const start: WorkerStart = { formatId: format.id, options };
    this.#worker = new Worker(new URL('./read-rows.worker.ts', import.meta.url), {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    });
    this.#worker.on('message', (message: WorkerMessage) => {
      this.#inbox.push(message);
      this.#wake();
    });
    this.#worker.on('error', (error) => {
      this.#crash = error;
      this.#wake();
    });
  }

  /** True if the worker thread has rejected the file, so that the rest is not sent. */
  get hasFailed(): boolean {
    return this.#crash !== null || this.#inbox.some(({ type }) => type === 'error');
  }

  feed(chunk: Uint8Array): void {
    // Copies the chunk. Otherwise, the worker thread would receive the whole buffer that contains the chunk.
    const bytes = new Uint8Array(chunk);
    this.#worker.postMessage({ type: 'bytes', bytes } satisfies WorkerInput, [bytes.buffer]);
  }

  async *rows(warnings: WarningList): AsyncGenerator<FileRow[], void> {
    this.#worker.postMessage({ type: 'end' } satisfies WorkerInput);
    for (;;) {
      const message = this.#inbox.shift();
      if (!message) {
        if (this.#crash) throw refusalOf(this.#crash);
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      } else if (message.type === 'rows') {
        yield message.rows;
        this.#worker.postMessage({ type: 'rows-taken' } satisfies WorkerInput);
      } else if (message.type === 'error') {
        throw new FormatError(message.message, message.at);
      } else {
        warnings.addAll(message.warnings);
        return;
      }
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * If the file does not fit into the memory of the worker thread, returns an error that says so.
 * Otherwise, returns the given error.
 */
export function refusalOf(crash: Error): Error {
  if ((crash as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return crash;
  return new FormatError('the file has too many parts to be read at once; split it, or send JSON');
}
