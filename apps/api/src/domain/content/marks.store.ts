import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ProjectRef } from '../tenant.ts';

/** Marks the keys or the values of locales as changed: no writer waits for another. */
export async function insertMarks(
  tx: Db,
  projectId: ProjectRef,
  localeIds: readonly number[],
): Promise<void> {
  if (localeIds.length === 0) return;
  // As text: 64 bits are more than a number of JavaScript holds.
  const ids = localeIds.map(() => `${randomBytes(8).readBigInt64BE()}`);
  await sql`
    insert into revision_mark (project_id, locale_id, id)
    select ${projectId}::uuid, u.locale_id, u.id
    from unnest(${[...localeIds]}::smallint[], ${ids}::bigint[]) u(locale_id, id)`.execute(tx);
}
