import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { BACKGROUND_WORKS } from './background-works.ts';
import { keepLooking, type LookOptions } from './keep-looking.ts';
import { TASKS } from './registry.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app?.close());

const NAMES = TASKS.map(({ name }) => name);

/** Polls the queue `looks` times. Returns the statements that were sent and the tasks that were woken. */
async function look(looks: number, options: Partial<LookOptions> = {}) {
  const over = new AbortController();
  const statements: string[] = [];
  const woken: string[] = [];
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  let pauses = 0;
  await keepLooking(
    { ...app.deps, db },
    {
      works: [],
      tasks: NAMES,
      wake: (task) => woken.push(task),
      signal: over.signal,
      async pause() {
        if (++pauses === looks) over.abort();
        await new Promise((resolve) => setImmediate(resolve));
      },
      ...options,
    },
  );
  return { statements, woken };
}

it('an idle worker sends one statement per poll, for all tasks and background works together', async () => {
  const { statements, woken } = await look(10, { works: BACKGROUND_WORKS });
  expect(statements).toHaveLength(10);
  expect(woken).toEqual([]);
});

it('a poll wakes the workers of a task only when the task is due', async () => {
  const purge = { tag: 'a-tag', again: false };
  await app.deps.tasks.enqueue(app.db, 'purge-cdn', purge, { delaySeconds: 3600 });
  expect((await look(2)).woken).toEqual([]);
  await sql`update pgboss.job set start_after = now() where name = 'purge-cdn'`.execute(app.db);
  expect((await look(2)).woken).toEqual(['purge-cdn', 'purge-cdn']);
});

it('a poll runs rounds of due background work until no work is left', async () => {
  let left = 3;
  const work = {
    name: 'count down',
    isDue: () => sql<boolean>`${left > 0}::boolean`,
    round: async () => (left > 0 ? left-- : 0),
  };
  await look(12, { works: [work], tasks: [] });
  expect(left).toBe(0);
});
