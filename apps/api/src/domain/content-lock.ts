import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** Sets these locks apart from other advisory locks of the service. */
const LOCK_CLASS = 4_200;

/**
 * Orders the writers of a project's content until the transaction ends. What makes, renames or
 * archives keys, and imports, take it `exclusive`: they go one after the other. What only adds
 * values in bulk (translation jobs) takes it `shared`. Single edits need none: they lock one row.
 */
export async function lockContent(
  tx: Db,
  projectId: string,
  mode: 'exclusive' | 'shared',
): Promise<void> {
  await (mode === 'exclusive'
    ? sql`select pg_advisory_xact_lock(${LOCK_CLASS}::int, hashtext(${projectId}))`
    : sql`select pg_advisory_xact_lock_shared(${LOCK_CLASS}::int, hashtext(${projectId}))`
  ).execute(tx);
}
