import { Worker } from 'node:worker_threads';
import {
  type BaseOptions,
  type FileFormat,
  type FileRow,
  FormatError,
  type PatchReport,
  patchOrDerive,
} from '@parlance/formats';
import { MAX_BLOCKING_BYTES, refusalOf, WORKER_HEAP_MB } from '../import/read-rows.ts';

export interface PatchedFile {
  pieces: Uint8Array[];
  report: PatchReport;
}

export interface PatchStart {
  formatId: string;
  base: Uint8Array;
  batches: FileRow[][];
  options: BaseOptions;
}

export type PatchAnswer =
  | ({ type: 'patched' } & PatchedFile)
  | { type: 'error'; message: string; at: ConstructorParameters<typeof FormatError>[1] };

/**
 * Replaces texts in a client's file, in a worker thread.
 * @throws FormatError if the file is invalid, or if its format cannot contain a text
 */
export async function patchBase(
  format: FileFormat,
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: BaseOptions,
): Promise<PatchedFile> {
  if (!format.blocking || base.length <= MAX_BLOCKING_BYTES) {
    return collectPatch(format, base, rows, options);
  }
  const batches = await Array.fromAsync(rows);
  return patchInThread({ formatId: format.id, base, batches, options });
}

export async function collectPatch(
  format: FileFormat,
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: BaseOptions,
): Promise<PatchedFile> {
  const pieces: Uint8Array[] = [];
  const patched = patchOrDerive(format, base, rows, options);
  for (;;) {
    const next = await patched.next();
    if (next.done === true) return { pieces, report: next.value };
    pieces.push(next.value);
  }
}

async function patchInThread(start: PatchStart): Promise<PatchedFile> {
  const worker = new Worker(new URL('./patch-base.worker.ts', import.meta.url), {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
  });
  try {
    const answer = await new Promise<PatchAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    if (answer.type === 'error') throw new FormatError(answer.message, answer.at);
    return answer;
  } catch (error) {
    throw refusalOf(error as Error);
  } finally {
    await worker.terminate();
  }
}
