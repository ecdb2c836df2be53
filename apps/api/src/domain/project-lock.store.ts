import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { namedStatement } from '../db/statements/named-statements.ts';
import type { ProjectRef } from './tenant.ts';

/** Distinguishes these locks from other advisory locks of the service. */
export const CONTENT_CLASS = 4_200;
export const RULES_CLASS = 4_201;
const RECHECKS_CLASS = 4_202;

export type LockMode = 'exclusive' | 'shared';

/**
 * Orders the writers of a project's content until the transaction ends. Imports, and changes that create, rename or
 * archive keys, take it `exclusive` and run one after the other. Translation jobs, which only add values in bulk, and
 * edits of source texts take it `shared`. Other edits of single values do not need it, because they lock their key and
 * their value.
 */
export async function lockContent(tx: Db, projectId: ProjectRef, mode: LockMode): Promise<void> {
  await lock(tx, CONTENT_CLASS, [projectId], mode);
}

/**
 * Orders, until the transaction ends, edits of single values (`shared`) and changes of their dependencies besides the
 * key (`exclusive`): the source locale, the message format, the terms of the glossary and the existence of the locale.
 * It is taken after the content lock. `shared` also locks the rules of the parent project.
 */
export async function lockRules(tx: Db, projectId: ProjectRef, mode: LockMode): Promise<void> {
  if (mode === 'exclusive') return lock(tx, RULES_CLASS, [projectId], mode);
  await sql`
    select pg_advisory_xact_lock_shared(${RULES_CLASS}::int, hashtext(u.id::text))
    from project p cross join unnest(array[p.id, p.parent_id]) u(id)
    where p.id = ${projectId}::uuid and u.id is not null`.execute(tx);
}

/** Allows only one process at a time to compute findings of a project again, until the transaction ends. */
export async function lockRechecks(tx: Db, projectId: ProjectRef): Promise<void> {
  await lock(tx, RECHECKS_CLASS, [projectId], 'exclusive');
}

async function lock(
  tx: Db,
  lockClass: number,
  projectIds: readonly string[],
  mode: LockMode,
): Promise<void> {
  await (mode === 'exclusive' ? lockExclusive : lockShared)(tx, lockClass, projectIds);
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

/** Locks the project's row until the transaction ends, for changes that must not run twice at the same time. */
export async function lockProject(tx: Db, projectId: ProjectRef): Promise<void> {
  await tx
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}
