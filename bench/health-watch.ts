import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { timed } from './suite.ts';

/**
 * Polls `/health` in a worker thread. Work of the measuring thread, such as creating a file of a million messages,
 * therefore does not count as the server's time. Sends a message when it has started. When told to stop, sends the
 * longest response time in ms.
 */
const port = parentPort!;
const ask = async (): Promise<unknown> => (await fetch(`${workerData}/health`)).arrayBuffer();

let isRunning = true;
port.once('message', () => {
  isRunning = false;
});
// The first call loads the modules of `fetch`.
await ask();
port.postMessage('begun');
let slowestMs = 0;
while (isRunning) {
  slowestMs = Math.max(slowestMs, await timed(ask));
  await sleep(10);
}
port.postMessage(slowestMs);
