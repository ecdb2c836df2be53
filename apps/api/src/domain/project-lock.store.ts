import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { ProjectRef } from './tenant.ts';

/** Sets these locks apart from other advisory locks of the service. */
const LOCK_CLASS = 4_200;

/**
 * Orders the writers of a project's content until the transaction ends. What makes, renames or
 * archives keys, and imports, take it `exclusive`: they go one after the other. What only adds
 * values in bulk (translation jobs) takes it `shared`. Single edits need none: they lock one row.
 */
export async function lockContent(
  tx: Db,
  projectId: ProjectRef,
  mode: 'exclusive' | 'shared',
): Promise<void> {
  await (mode === 'exclusive'
    ? sql`select pg_advisory_xact_lock(${LOCK_CLASS}::int, hashtext(${projectId}))`
    : sql`select pg_advisory_xact_lock_shared(${LOCK_CLASS}::int, hashtext(${projectId}))`
  ).execute(tx);
}

/** Locks the project's row until the transaction ends: for changes that must not happen twice at once. */
export async function lockProject(tx: Db, projectId: ProjectRef): Promise<void> {
  await tx
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}

/** Limits how long this transaction waits for each lock; then PostgreSQL ends it with 55P03. */
export async function limitLockWait(tx: Db, waitMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(tx);
}
