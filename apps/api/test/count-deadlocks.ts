import pg from 'pg';
import { vi } from 'vitest';

/** SQLSTATE of a statement that PostgreSQL ends because of a deadlock. */
const DEADLOCK = '40P01';

/** Runs `work` and counts the statements of this process that PostgreSQL ended because of a deadlock. */
export async function countDeadlocks(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const answer = Reflect.apply(query, this, args) as unknown;
    if (answer instanceof Promise) {
      answer.catch((error: { code?: unknown }) => {
        if (error.code === DEADLOCK) count++;
      });
    }
    return answer as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return count;
}
