import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { type ProjectRef, rangesOf, trustedProject } from '../../kernel/index.ts';
import { markFindings } from '../value/revision.store.ts';

export type RecheckReason = 'source' | 'key' | 'terms' | 'settings' | 'revert';

/** A request to check the values of some keys again. A null `keyIds` stands for all keys. */
export interface Recheck {
  readonly reason: RecheckReason;
  readonly keyIds: readonly string[] | null;
}

const ROW_KEYS = 1_000;

export function askRechecks(
  projectId: ProjectRef,
  rechecks: readonly Recheck[],
): RawBuilder<unknown> | null {
  const rows = rechecks.flatMap(({ reason, keyIds }): Recheck[] => {
    if (keyIds === null) return [{ reason, keyIds }];
    const sorted = [...keyIds].sort();
    const ranges = [...rangesOf(sorted.length, ROW_KEYS)];
    return ranges.map(([from, to]) => ({ reason, keyIds: sorted.slice(from, to) }));
  });
  if (rows.length === 0) return null;
  const arrays = rows.map(({ keyIds }) => keyIds && `{${keyIds.join(',')}}`);
  return sql`
    insert into recheck (project_id, id, key_ids, reason)
    select ${projectId}::uuid, u.id, u.key_ids::uuid[], u.reason
    from unnest(${rows.map(() => newId())}::uuid[], ${arrays}::text[],
                ${rows.map(({ reason }) => reason)}::text[]) u(id, key_ids, reason)`;
}

export async function insertRechecks(
  tx: Db,
  projectId: ProjectRef,
  rechecks: readonly Recheck[],
): Promise<void> {
  const asked = askRechecks(projectId, rechecks);
  if (!asked) return;
  await asked.execute(tx);
  await markFindings(tx, projectId);
}

/**
 * Returns the project with the lowest id greater than `after` that has pending rechecks. Null if
 * there is none.
 */
export async function findRecheckedProject(db: Db, after: string): Promise<ProjectRef | null> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from recheck where project_id > ${after}::uuid
    order by project_id limit 1`.execute(db);
  return rows[0] ? trustedProject(rows[0].project_id) : null;
}

/** SQL condition: values of at least one project must be checked again. */
export const isAnyRecheck = sql<boolean>`exists (select from recheck)`;

/** True if values of the project must still be checked again. */
export async function hasRechecks(db: Db, projectId: ProjectRef): Promise<boolean> {
  const { rows } = await sql`
    select from recheck where project_id = ${projectId}::uuid limit 1`.execute(db);
  return rows.length > 0;
}

export interface RecheckRow {
  id: string;
  key_ids: string[] | null;
  after_key_id: string;
  reason: RecheckReason;
}

export async function findFirstRecheck(tx: Db, projectId: ProjectRef): Promise<RecheckRow | null> {
  const { rows } = await sql<RecheckRow>`
    select id, key_ids, after_key_id, reason from recheck
    where project_id = ${projectId}::uuid order by id limit 1`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Stores the id of the last key whose values were checked. A null `afterKeyId` means that the
 * values of all keys were checked.
 */
export async function advanceRecheck(
  tx: Db,
  projectId: ProjectRef,
  recheckId: string,
  afterKeyId: string | null,
): Promise<void> {
  await (afterKeyId === null
    ? sql`delete from recheck where project_id = ${projectId}::uuid and id = ${recheckId}::uuid`
    : sql`
      update recheck set after_key_id = ${afterKeyId}::uuid
      where project_id = ${projectId}::uuid and id = ${recheckId}::uuid`
  ).execute(tx);
}
