import { parentPort, workerData } from 'node:worker_threads';
import { type FileRow, FormatError, formatById } from '@parlance/formats';
import { collectPatch, type PatchAnswer, type PatchStart } from './patch-base.ts';

const { formatId, base, batches, options } = workerData as PatchStart;

async function* rows(): AsyncGenerator<FileRow[], void> {
  yield* batches;
}

async function patch(): Promise<PatchAnswer> {
  try {
    const patched = await collectPatch(formatById(formatId)!, base, rows(), options);
    return { type: 'patched', ...patched };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { message, path, line, column, isMalformed, remedy } = error;
    return { type: 'error', message, at: { path, line, column, isMalformed, remedy } };
  }
}

parentPort!.postMessage(await patch());
