import pg from 'pg';
import { vi } from 'vitest';

/** SQLSTATE of a statement that PostgreSQL ends because of a deadlock. */
const DEADLOCK = '40P01';

/** Runs `work` and returns the statements of this process that PostgreSQL ended because of a deadlock. */
export async function findDeadlocks(work: () => Promise<unknown>): Promise<string[]> {
  const ended: string[] = [];
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const answer = Reflect.apply(query, this, args) as unknown;
    if (answer instanceof Promise) {
      answer.catch((error: { code?: string; where?: string; detail?: string }) => {
        if (error.code !== DEADLOCK) return;
        const [statement] = args as [string | { text: string }];
        const text = typeof statement === 'string' ? statement : statement.text;
        ended.push(`${error.where}; ${error.detail}: ${text.replaceAll(/\s+/g, ' ')}`);
      });
    }
    return answer as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return ended;
}
