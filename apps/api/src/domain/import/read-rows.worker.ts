import { parentPort, workerData } from 'node:worker_threads';
import { FormatError, formatById } from '@parlance/formats';
import type { WorkerInput, WorkerMessage } from './read-rows.ts';

const { formatId, options, bytes } = workerData as WorkerInput;
const post = (message: WorkerMessage): void => parentPort!.postMessage(message);

async function* once(): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

try {
  const rows = formatById(formatId)!.read(once(), {
    ...options,
    warn: (warning) => post({ type: 'warning', warning }),
  });
  for await (const batch of rows) post({ type: 'rows', rows: batch });
  post({ type: 'end' });
} catch (error) {
  if (!(error instanceof FormatError)) throw error;
  const { message, path, line, column, isMalformed } = error;
  post({ type: 'error', message, at: { path, line, column, isMalformed } });
}
