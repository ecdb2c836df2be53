import { parentPort, workerData } from 'node:worker_threads';
import { FormatError, formatById } from '@parlance/formats';
import type { WorkerInput, WorkerMessage, WorkerStart } from './read-rows.ts';
import { WarningList } from './warning-list.ts';

/**
 * Maximum number of batches that are sent before the main thread has confirmed their receipt. Rows
 * take far more memory than the file.
 */
const MAX_WAITING_BATCHES = 8;

const { formatId, options } = workerData as WorkerStart;
const port = parentPort!;
const post = (message: WorkerMessage): void => port.postMessage(message);

const pieces: Uint8Array[] = [];
let isWhole = false;
let waitingBatches = 0;
let wake: () => void = () => {};
const warnings = new WarningList();

port.on('message', (message: WorkerInput) => {
  if (message.type === 'bytes') pieces.push(message.bytes);
  else if (message.type === 'end') isWhole = true;
  else waitingBatches -= 1;
  wake();
});

const untilWoken = (): Promise<void> =>
  new Promise((resolve) => {
    wake = resolve;
  });

async function* file(): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    const piece = pieces.shift();
    if (piece) yield piece;
    else if (isWhole) return;
    else await untilWoken();
  }
}

try {
  const rows = formatById(formatId)!.read(file(), {
    ...options,
    warn: (warning) => warnings.add(warning),
  });
  for await (const batch of rows) {
    while (waitingBatches >= MAX_WAITING_BATCHES) await untilWoken();
    waitingBatches += 1;
    post({ type: 'rows', rows: batch });
  }
  post({ type: 'end', warnings: { listed: warnings.listed, omitted: warnings.omitted } });
} catch (error) {
  if (!(error instanceof FormatError)) throw error;
  const { message, path, line, column, isMalformed, remedy } = error;
  post({ type: 'error', message, at: { path, line, column, isMalformed, remedy } });
}
port.close();
