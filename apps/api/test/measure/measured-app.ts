import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, TestRunner } from 'vitest';

import type { MeasuredTurn, TurnMeta } from '../../../../scripts/tests/measured-turns.ts';
import { clientsOf, startTestApp, type TestApp } from '../app.ts';
import { INHERITED_ENV } from '../processes/process.ts';
import type { LongestTurn, Question } from './measured-service.ts';

const PROGRAM = fileURLToPath(new URL('measured-service.ts', import.meta.url));

/**
 * Loops of about 10 ms that a turn of the event loop may take: 50 ms of CPU time. The service cuts its work into slices of
 * at most half of it.
 */
const MOST_LOOPS = 5;

/** Keeps a measured turn for the last lines of the run. */
function noteTurn(turn: MeasuredTurn): void {
  const meta = TestRunner.getCurrentTest()!.meta as TurnMeta;
  meta.turns = [...(meta.turns ?? []), turn];
}

/**
 * The service in a process of its own with a fresh heap, which does nothing but answer: what it measures is its
 * own work, not that of the test or of the files before it. The database is read here, too.
 */
export interface MeasuredApp extends TestApp {
  /**
   * Fails if some work holds the event loop for more than 50 ms of CPU time. Work that holds it for more than half of that
   * is done again, since the first run compiles code. If the test fails, the work is repeated with a profile, and the message
   * names what ran. `work` gets the number of its run, from 0.
   */
  expectShortTurns(work: (run: number) => Promise<unknown>): Promise<void>;
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
  const ask = async <Answer>(question: Question): Promise<Answer> => {
    child.send(question);
    return (await receive()) as Answer;
  };
  const longestTurnOf = async (
    work: () => Promise<unknown>,
    start: Question,
  ): Promise<LongestTurn> => {
    await ask(start);
    await work();
    return ask<LongestTurn>('longest turn');
  };
  const url = (await receive()) as string;
  return {
    ...app,
    url,
    client: clientsOf(url),
    async expectShortTurns(work) {
      let { loops, calibrationUs } = await longestTurnOf(() => work(0), 'start');
      // The first run may have compiled the code.
      if (loops > MOST_LOOPS / 2) {
        ({ loops, calibrationUs } = await longestTurnOf(() => work(1), 'start'));
      }
      noteTurn({ loops, calibrationUs });
      if (loops < MOST_LOOPS) return;
      const again = await longestTurnOf(() => work(2), 'start with profile');
      expect.fail(
        `a turn took ${loops.toFixed(1)} loops of 10 ms; with a profile, ${again.loops.toFixed(1)}:\n${again.report}`,
      );
    },
    usedBytes: () => ask('used bytes'),
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await app.close();
    },
  };
}
