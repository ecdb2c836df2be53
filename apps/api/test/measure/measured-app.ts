import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, TestRunner } from 'vitest';

import type { MeasuredTurn, TurnMeta } from '../../../../scripts/tests/measured-turns.ts';
import { clientsOf, startTestApp, type TestApp } from '../app/app.ts';
import { INHERITED_ENV } from '../processes/process.ts';
import type { LongestTurn, Question } from './measured-service.ts';

const PROGRAM = fileURLToPath(new URL('measured-service.ts', import.meta.url));

/**
 * Number of calibrated loops of about 10 ms that a turn of the event loop may take: 50 ms of CPU time. The service
 * cuts its work into slices of at most half of this.
 */
const MOST_LOOPS = 5;

/** Records a measured turn for the summary of the run. */
function noteTurn(turn: MeasuredTurn): void {
  const meta = TestRunner.getCurrentTest()!.meta as TurnMeta;
  meta.turns = [...(meta.turns ?? []), turn];
}

/**
 * The service in a separate process that has a fresh heap and does nothing but respond. Measurements thus contain
 * only the work of the service, and no work of the test or of earlier files. The test can also read the database.
 */
export interface MeasuredApp extends TestApp {
  /**
   * Fails if `work` blocks the event loop for more than 50 ms of CPU time. If it blocks for more than half of this,
   * it is run again, because the first run compiles code. If the test fails, the work is repeated with a profile, and
   * the message names the functions that ran. `work` gets the number of its run, from 0.
   */
  expectShortTurns(work: (run: number) => Promise<unknown>): Promise<void>;
  /** Returns the bytes in use after a garbage collection. */
  usedBytes(): Promise<number>;
}

/** Starts a measured service. `works` is true by default, so that the process also runs tasks. */
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
