import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { timed } from './suite.ts';

/**
 * Asks for `/health` again and again, in a thread of its own: what the measuring thread does meanwhile,
 * such as making a file of a million messages, is not to count as the server's time. Says when it has
 * begun; once told to end, says what the slowest answer took, in ms.
 */
const port = parentPort!;
const ask = async (): Promise<unknown> => (await fetch(`${workerData}/health`)).arrayBuffer();

let isRunning = true;
port.once('message', () => {
  isRunning = false;
});
// The first call loads what `fetch` is made of.
await ask();
port.postMessage('begun');
let slowestMs = 0;
while (isRunning) {
  slowestMs = Math.max(slowestMs, await timed(ask));
  await sleep(10);
}
port.postMessage(slowestMs);
