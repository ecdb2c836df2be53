import { Worker } from 'node:worker_threads';
import {
  type FileFormat,
  type FileRow,
  type FileWarning,
  FormatError,
  type ReadOptions,
} from '@parlance/formats';

/** Whole-file parsers hold the thread about 60 ms a megabyte: larger files go to a thread of their own. */
const MAX_BLOCKING_BYTES = 256 * 1024;
const WORKER_HEAP_MB = 4096;

/** What the worker thread is given: everything of the options but the callback. */
export interface WorkerInput {
  formatId: string;
  options: Omit<ReadOptions, 'warn'>;
  bytes: Uint8Array;
}

export type WorkerMessage =
  | { type: 'rows'; rows: FileRow[] }
  | { type: 'warning'; warning: FileWarning }
  | { type: 'error'; message: string; at: ConstructorParameters<typeof FormatError>[1] }
  | { type: 'end' };

/** Reads a file without holding the event loop, whatever its format and size. */
export async function* readRows(
  format: FileFormat,
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  if (!format.blocking) {
    yield* format.read(bytes, options);
    return;
  }
  const whole = await concatenate(bytes);
  if (whole.length <= MAX_BLOCKING_BYTES) yield* format.read(once(whole), options);
  else yield* readInWorker(format, whole, options);
}

async function concatenate(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

async function* readInWorker(
  format: FileFormat,
  bytes: Uint8Array,
  { warn, ...options }: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const input: WorkerInput = { formatId: format.id, options, bytes };
  const worker = new Worker(new URL('./read-rows.worker.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
  });
  const inbox: WorkerMessage[] = [];
  let wake: () => void = () => {};
  let crash: Error | null = null;
  worker.on('message', (message: WorkerMessage) => {
    inbox.push(message);
    wake();
  });
  worker.on('error', (error) => {
    crash = error;
    wake();
  });
  try {
    for (;;) {
      const message = inbox.shift();
      if (!message) {
        if (crash) throw crash;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (message.type === 'rows') yield message.rows;
      else if (message.type === 'warning') warn(message.warning);
      else if (message.type === 'error') throw new FormatError(message.message, message.at);
      else return;
    }
  } finally {
    await worker.terminate();
  }
}
