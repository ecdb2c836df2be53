import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isPicked, pickRows } from '../../../db/statements/pick-rows.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** Used in place of a locale id for the revision of a project's keys. */
export const KEYS = 0;
/** Used in place of a locale id for the revision of the findings in all locales. */
export const FINDINGS = -1;
/** Used in place of a locale id for the revision of the open proposals in all locales. */
export const PROPOSALS = -2;
/** Used in place of a locale id for the revision of the comments in all locales. */
export const COMMENTS = -3;

/**
 * Returns the revision of the values in a locale, of the keys ({@link KEYS}) or of the findings
 * ({@link FINDINGS}). Returns null before the first change.
 */
export type RevisionOf = (id: number) => string | null;

/**
 * SQL for the revisions of a project, by locale. A revision is the number of rows and the XOR of
 * their random ids. Each change appends a row, so each commit changes the revision.
 */
const revisions = (projectId: RawBuilder<unknown>) => sql`(
  select locale_id, sum(marks_count) || '.' || to_hex(bit_xor(marks_xor)) as revision
  from (
    select locale_id, marks_count, marks_xor from content_revision where project_id = ${projectId}
    union all
    select locale_id, 1, id from revision_mark where project_id = ${projectId}
  ) mark
  group by locale_id)`;

export async function readRevisions(db: Db, projectId: ProjectRef): Promise<RevisionOf> {
  const { rows } = await sql<{ locale_id: number; revision: string }>`
    select locale_id, revision from ${revisions(sql`${projectId}::uuid`)} r`.execute(db);
  const revisionById = new Map(rows.map((row) => [row.locale_id, row.revision]));
  return (id) => revisionById.get(id) ?? null;
}

export const revisionsById = (
  projectId: RawBuilder<unknown>,
): RawBuilder<Record<string, string> | null> => sql`(
  select json_object_agg(locale_id, revision) from ${revisions(projectId)} r)`;

/**
 * Replaces up to `limit` appended rows with one row for each locale, in one statement, so that a
 * reader counts each row once. Skips rows that another process is replacing.
 * @returns the number of replaced rows
 */
export async function foldMarks(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with ${pickRows('revision_mark', limit)}, taken as (
      delete from revision_mark where ${isPicked}
      returning project_id, locale_id, id
    ), folded as (
      insert into content_revision as r (project_id, locale_id, marks_count, marks_xor)
      select project_id, locale_id, count(*), bit_xor(id) from taken
      group by project_id, locale_id
      order by project_id, locale_id
      on conflict (project_id, locale_id) do update set
        marks_count = r.marks_count + excluded.marks_count,
        marks_xor = r.marks_xor # excluded.marks_xor
    )
    select count(*) as folded from taken`.execute(db);
  return rows[0]!.folded;
}

/**
 * Returns the statement that records a change of values or keys. Returns null if no locale changed.
 * The statement only appends rows, so transactions do not wait for each other.
 */
export function marks(
  projectId: ProjectRef,
  localeIds: readonly number[],
): RawBuilder<unknown> | null {
  if (localeIds.length === 0) return null;
  const ids = localeIds.map(() => `${randomBytes(8).readBigInt64BE()}`);
  return sql`
    insert into revision_mark (project_id, locale_id, id)
    select ${projectId}::uuid, u.locale_id, u.id
    from unnest(${[...localeIds]}::smallint[], ${ids}::bigint[]) u(locale_id, id)`;
}

/** Changes the revision of the findings without a change of keys or values. */
export async function markFindings(tx: Db, projectId: ProjectRef): Promise<void> {
  await marks(projectId, [FINDINGS])!.execute(tx);
}

export async function markKeys(tx: Db, projectId: ProjectRef): Promise<void> {
  await marks(projectId, [KEYS])!.execute(tx);
}
