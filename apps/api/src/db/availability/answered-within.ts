import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

export class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

/**
 * Lets the event loop run once. The response of the database may have arrived, but the process has
 * not handled it yet.
 */
export async function lookAgain(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/**
 * Returns the result of a query.
 * @throws SilenceError if the database does not respond in time
 */
export async function answeredWithin<Answer>(
  silenceMs: number,
  answer: Promise<Answer>,
): Promise<Answer> {
  const timer = new AbortController();
  const silence = async (): Promise<never> => {
    await sleep(silenceMs, undefined, { signal: timer.signal });
    await lookAgain();
    throw new SilenceError(`the database did not respond for ${silenceMs / 1000} s`);
  };
  const silent = silence();
  silent.catch(() => {});
  try {
    return await Promise.race([answer, silent]);
  } finally {
    timer.abort();
  }
}
