import { parentPort } from 'node:worker_threads';
import { verifyMessage } from '@parlance/messages';
import type { VerifyAnswer, VerifyCall } from './verify-in-thread.ts';

const port = parentPort!;
const post = (answer: VerifyAnswer): void => port.postMessage(answer);

port.on('message', ({ id, source, target, options }: VerifyCall) => {
  try {
    post({ id, findings: verifyMessage(source, target, options) });
  } catch (error) {
    // It is the caller's: others wait for this thread too.
    post({ id, error });
  }
});
