import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { namedStatement } from '../../db/statements/named-statements.ts';
import type { ProjectRef } from './tenant.ts';

/** Class numbers of advisory locks. No other locks of the service use these numbers. */
export const CONTENT_CLASS = 4_200;
export const RULES_CLASS = 4_201;
const RECHECKS_CLASS = 4_202;
const COMMENTS_CLASS = 4_203;

export type LockMode = 'exclusive' | 'shared';

/**
 * Takes the content lock of a project until the transaction ends. An import takes it `exclusive`,
 * and so does a change that creates, renames or archives keys. A translation job or an edit of a
 * source text takes it `shared`. An edit of one translation locks only the key and the value.
 */
export async function lockContent(tx: Db, projectId: ProjectRef, mode: LockMode): Promise<void> {
  await lock(tx, CONTENT_CLASS, [projectId], mode);
}

/**
 * Takes the lock of a project's rules until the transaction ends. The rules, such as the message
 * format and the glossary, determine the findings of values. Edits of single values take the lock
 * `shared`, in the project and in its parent. Changes of the rules take it `exclusive`. Take the
 * content lock first.
 */
export async function lockRules(tx: Db, projectId: ProjectRef, mode: LockMode): Promise<void> {
  if (mode === 'exclusive') return lock(tx, RULES_CLASS, [projectId], mode);
  await sql`
    select pg_advisory_xact_lock_shared(${RULES_CLASS}::int, hashtext(u.id::text))
    from project p cross join unnest(array[p.id, p.parent_id]) u(id)
    where p.id = ${projectId}::uuid and u.id is not null`.execute(tx);
}

/** Takes the lock for rechecks of a project. Only one transaction at a time can hold this lock. */
export async function lockRechecks(tx: Db, projectId: ProjectRef): Promise<void> {
  await lock(tx, RECHECKS_CLASS, [projectId], 'exclusive');
}

/**
 * Takes the lock for comments on a key until the transaction ends. Writers of values in different locales can lock the
 * key at the same time, and each of them may add a comment. Take this lock after the content locks.
 */
export async function lockComments(tx: Db, keyId: string): Promise<void> {
  await lock(tx, COMMENTS_CLASS, [keyId], 'exclusive');
}

async function lock(
  tx: Db,
  lockClass: number,
  ids: readonly string[],
  mode: LockMode,
): Promise<void> {
  await (mode === 'exclusive' ? lockExclusive : lockShared)(tx, lockClass, ids);
}

const lockExclusive = namedStatement(
  'lock_projects',
  (_, lockClass: RawBuilder<number>, ids: RawBuilder<readonly string[]>) => sql`
    select pg_advisory_xact_lock(${lockClass}::int, hashtext(id)) from unnest(${ids}::text[]) id`,
);

const lockShared = namedStatement(
  'share_projects',
  (_, lockClass: RawBuilder<number>, ids: RawBuilder<readonly string[]>) => sql`
    select pg_advisory_xact_lock_shared(${lockClass}::int, hashtext(id))
    from unnest(${ids}::text[]) id`,
);

/** Locks the row of a project until the transaction ends. */
export async function lockProject(tx: Db, projectId: ProjectRef): Promise<void> {
  await tx
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}
