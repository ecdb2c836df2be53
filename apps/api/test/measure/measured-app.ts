import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { clientsOf, startTestApp, type TestApp } from '../app.ts';
import { INHERITED_ENV } from '../processes/process.ts';
import type { Question } from './measured-service.ts';

const PROGRAM = fileURLToPath(new URL('measured-service.ts', import.meta.url));

/** Loops of about 10 ms that a turn of the event loop may take: 50 ms of CPU time. */
const MOST_LOOPS = 5;
/** Work that holds the event loop does so each time; a garbage collection does not. */
const ATTEMPTS = 6;

/**
 * The service in a process of its own with a fresh heap, which does nothing but answer: what it measures is its
 * own work, not that of the test or of the files before it. The database is read here, too.
 */
export interface MeasuredApp extends TestApp {
  /**
   * Fails if some work holds the event loop for more than `mostLoops` loops of 10 ms of CPU time, 50 ms by default, in
   * each of six attempts.
   */
  expectShortTurns(work: (attempt: number) => Promise<unknown>, mostLoops?: number): Promise<void>;
  /** Bytes in use after a collection. */
  usedBytes(): Promise<number>;
}

/** `works` is true if the process also runs tasks, as by default. */
export async function startMeasuredApp(
  env: Record<string, string> = {},
  { works = true }: { works?: boolean } = {},
): Promise<MeasuredApp> {
  const app = await startTestApp({ env, works: false });
  const child = fork(PROGRAM, [app.connectionString, JSON.stringify({ env, works })], {
    env: INHERITED_ENV,
    execArgv: [],
  });
  const receive = async (): Promise<unknown> => {
    const ended = new AbortController();
    const { signal } = ended;
    try {
      const [answer] = await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(([code]) => {
          throw new Error(`the measured service ended with ${code}`);
        }),
      ]);
      return answer;
    } finally {
      ended.abort();
    }
  };
  const ask = async (question: Question): Promise<number> => {
    child.send(question);
    return (await receive()) as number;
  };
  const url = (await receive()) as string;
  return {
    ...app,
    url,
    client: clientsOf(url),
    async expectShortTurns(work, mostLoops = MOST_LOOPS) {
      const turns: number[] = [];
      while (turns.length < ATTEMPTS && !turns.some((loops) => loops < mostLoops)) {
        await ask('start');
        await work(turns.length);
        turns.push(await ask('longest turn'));
      }
      expect(Math.min(...turns), `loops of 10 ms: ${turns.join(', ')}`).toBeLessThan(mostLoops);
    },
    usedBytes: () => ask('used bytes'),
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await app.close();
    },
  };
}
