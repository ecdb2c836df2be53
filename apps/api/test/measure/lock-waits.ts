import { sql } from 'kysely';
import { expect } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import type { TestApp } from '../app/app.ts';

/** Waits until one transaction of the service waits for a lock on a project's content or settings. */
export async function awaitLockWait(app: TestApp): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`.execute(
      app.db,
    );
    expect(rows).toHaveLength(1);
  });
}
