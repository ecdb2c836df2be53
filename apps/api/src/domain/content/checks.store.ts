import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { formName, isNamed } from '../../db/key-name.ts';
import { unplanned } from '../../db/plan.ts';
import type { ProjectRef } from '../tenant.ts';

/**
 * Forgets the checks of translations, because their source text, or what is said of their keys, has
 * changed. Forms that only a translation has (`item_few`) are checked against their family's `other`:
 * they go with it. Another source text also ends the dismissals of findings.
 *
 * The keys are locked before their values, as by every writer. Every value is written, also one without findings: a
 * process that is checking it holds it, so this waits, and findings of the old text do not stay.
 */
export async function resetChecks(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  { hasOtherSource = false }: { hasOtherSource?: boolean } = {},
): Promise<void> {
  if (keyIds.length === 0) return;
  const ids = await lockWithForms(tx, projectId, keyIds);
  // Each value is looked up by its whole key with any statistics of the project.
  await sql`
    with held as materialized (
      select v.locale_id, v.key_id
      from (
        -- In one order for all, so that no two wait for each other.
        select l.id as locale_id, u.id as key_id
        from unnest(${ids}::uuid[]) u(id)
        cross join locale l
        join project p on p.id = l.project_id and p.source_locale_id <> l.id
        where l.project_id = ${projectId}::uuid
        order by l.id, u.id
      ) place
      cross join lateral (
        select v.locale_id, v.key_id from translation_value v
        where v.project_id = ${unplanned(projectId)} and v.locale_id = place.locale_id
          and v.key_id = place.key_id
        limit 1
        for no key update) v
    )
    update translation_value v set checks = null${hasOtherSource ? sql`, ignored_checks = 0` : sql``}
    from held
    where v.project_id = ${unplanned(projectId)} and v.locale_id = held.locale_id
      and v.key_id = held.key_id`.execute(tx);
}

/** Locks keys, and the other forms of the families that they are the `other` of. @returns the ids of all */
async function lockWithForms(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id
    from (
      select u.id from unnest(${keyIds}::uuid[]) u(id)
      union
      select s.id
      from unnest(${keyIds}::uuid[]) u(id)
      cross join lateral (
        select * from translation_key k
        where k.project_id = ${unplanned(projectId)} and k.id = u.id
        limit 1) k
      cross join unnest(array['zero', 'one', 'two', 'few', 'many']) c(category)
      join translation_key s on ${isNamed('s', projectId, formName('k', sql`c.category`))}
      where k.plural_category = 'other'
      order by 1
    ) u
    cross join lateral (
      select k.id from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = u.id
      limit 1
      for no key update) k`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Forgets the checks of all values: the messages are of another format, or from another source. */
export async function resetProjectChecks(
  tx: Db,
  projectId: ProjectRef,
  { hasOtherSource }: { hasOtherSource: boolean },
): Promise<void> {
  await tx
    .updateTable('translation_value')
    .set({ checks: null, ...(hasOtherSource && { ignored_checks: 0 }) })
    .where('project_id', '=', projectId)
    .execute();
}
