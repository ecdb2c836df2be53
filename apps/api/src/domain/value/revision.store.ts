import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isPicked, pickRows } from '../../db/statements/pick-rows.ts';
import type { ProjectRef } from '../tenant.ts';

/** Takes the place of a locale for everything that belongs to keys. */
export const KEYS = 0;
/** Takes the place of a locale for the findings of the checks in all locales. */
export const FINDINGS = -1;

/**
 * The revision of a locale's values, or of the {@link KEYS}. It changes whenever they do. Null if there never were any.
 */
export type RevisionOf = (id: number) => string | null;

/**
 * Returns the number of the visible marks and the exclusive or of their ids, by locale. Both depend only on the marks,
 * not on their order or on folding: each commit changes them, and a fold does not.
 */
const revisions = (projectId: RawBuilder<unknown>) => sql`(
  select locale_id, sum(marks_count) || '.' || to_hex(bit_xor(marks_xor)) as revision
  from (
    select locale_id, marks_count, marks_xor from content_revision where project_id = ${projectId}
    union all
    select locale_id, 1, id from revision_mark where project_id = ${projectId}
  ) mark
  group by locale_id)`;

/** Reads the revisions of a project. */
export async function readRevisions(db: Db, projectId: ProjectRef): Promise<RevisionOf> {
  const { rows } = await sql<{ locale_id: number; revision: string }>`
    select locale_id, revision from ${revisions(sql`${projectId}::uuid`)} r`.execute(db);
  const known = new Map(rows.map((row) => [row.locale_id, row.revision]));
  return (id) => known.get(id) ?? null;
}

/** Selects the revisions of a project by id, as JSON. Null if there are none. */
export const revisionsById = (
  projectId: RawBuilder<unknown>,
): RawBuilder<Record<string, string> | null> => sql`(
  select json_object_agg(locale_id, revision) from ${revisions(projectId)} r)`;

/**
 * Folds up to `limit` marks, in one statement, so that a reader sees each mark once. Skips marks that another process
 * is folding.
 *
 * @returns the number of folded marks
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
 * Returns the statement that marks the keys or the values of locales as changed, for which no writer waits for another.
 * Returns null if there are none.
 */
export function marks(
  projectId: ProjectRef,
  localeIds: readonly number[],
): RawBuilder<unknown> | null {
  if (localeIds.length === 0) return null;
  // Sent as text, because a JavaScript number cannot represent 64 bits.
  const ids = localeIds.map(() => `${randomBytes(8).readBigInt64BE()}`);
  return sql`
    insert into revision_mark (project_id, locale_id, id)
    select ${projectId}::uuid, u.locale_id, u.id
    from unnest(${[...localeIds]}::smallint[], ${ids}::bigint[]) u(locale_id, id)`;
}

/** Marks findings of values as changed although the content has not changed. */
export async function markFindings(tx: Db, projectId: ProjectRef): Promise<void> {
  await marks(projectId, [FINDINGS])!.execute(tx);
}

/** Marks the parts of rows that come from their keys as changed. */
export async function markKeys(tx: Db, projectId: ProjectRef): Promise<void> {
  await marks(projectId, [KEYS])!.execute(tx);
}
