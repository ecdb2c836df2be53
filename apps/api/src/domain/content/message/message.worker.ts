import { parentPort } from 'node:worker_threads';
import type { MessageAnswer, MessageCall } from './call-in-thread.ts';
import { MESSAGE_FUNCTIONS } from './message-functions.ts';

const port = parentPort!;
const post = (answer: MessageAnswer): void => port.postMessage(answer);

port.on('message', ({ id, name, args }: MessageCall) => {
  const run = MESSAGE_FUNCTIONS[name] as (...args: readonly unknown[]) => unknown;
  try {
    post({ id, result: run(...args) });
  } catch (error) {
    // Returns the error instead of throwing it, because other callers share this thread.
    post({ id, error });
  }
});
