import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { formName, nameHash } from '../../db/key-name.ts';
import { unplanned } from '../../db/plan.ts';
import { rangesOf } from '../batches.ts';
import type { ProjectRef } from '../tenant.ts';

/**
 * Forgets the checks of translations, because their source text, or what is said of their keys, has
 * changed. Forms that only a translation has (`item_few`) are checked against their family's `other`:
 * they go with it. Another source text also ends the dismissals of findings.
 *
 * Every row is written, also one without findings: a process that is checking it holds it, so this waits, and
 * findings of the old text do not stay.
 */
export async function resetChecks(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  { hasOtherSource = false }: { hasOtherSource?: boolean } = {},
): Promise<void> {
  if (keyIds.length === 0) return;
  const sibling = formName('k', sql`c.category`);
  // Each row is looked up by its whole key with any statistics of the project.
  const { rows } = await sql<{ locale_id: number; key_id: string }>`
    with changed as (select u.id from unnest(${keyIds}::uuid[]) u(id)),
    concerned as (
      select id from changed
      union
      select s.id
      from changed
      cross join lateral (
        select * from translation_key k
        where k.project_id = ${unplanned(projectId)} and k.id = changed.id
        limit 1) k
      cross join unnest(array['zero', 'one', 'two', 'few', 'many']) c(category)
      cross join lateral (
        select s.id from translation_key s
        where s.project_id = ${unplanned(projectId)} and s.name_hash = ${nameHash(sibling)}
        limit 1) s
      where k.plural_category = 'other'
    )
    select v.locale_id, v.key_id
    from (
      -- In one order for all, so that no two wait for each other.
      select l.id as locale_id, concerned.id as key_id
      from concerned
      cross join locale l
      join project p on p.id = l.project_id and p.source_locale_id <> l.id
      where l.project_id = ${projectId}::uuid
      order by l.id, concerned.id
    ) place
    cross join lateral (
      select v.locale_id, v.key_id from translation_value v
      where v.project_id = ${unplanned(projectId)} and v.locale_id = place.locale_id
        and v.key_id = place.key_id
      limit 1
      for no key update) v`.execute(tx);
  for (const [from, to] of rangesOf(rows.length)) {
    const held = rows.slice(from, to);
    await sql`
      update translation_value v set checks = null${hasOtherSource ? sql`, ignored_checks = 0` : sql``}
      from unnest(${held.map((row) => row.locale_id)}::smallint[],
                  ${held.map((row) => row.key_id)}::uuid[]) u(locale_id, key_id)
      where v.project_id = ${unplanned(projectId)} and v.locale_id = u.locale_id and v.key_id = u.key_id`.execute(
      tx,
    );
  }
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
