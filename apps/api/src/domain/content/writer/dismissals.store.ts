import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { unplanned } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { selectWithForms } from '../check/check.store.ts';

/**
 * Statement that deletes dismissals of findings in values of these keys. If a key is a form
 * `other`, also deletes the dismissals for the other forms of its plural family, because their
 * checks use the text of `other`.
 */
export const endingDismissals = (projectId: ProjectRef, keyIds: readonly string[]) => sql`
  update translation_value v set ignored_checks = 0
  from (
    -- In one order for all, so that no two wait for each other.
    select v.locale_id, v.key_id
    from (${selectWithForms(projectId, keyIds)}) u
    join translation_value v
      on v.project_id = ${unplanned(projectId)} and v.key_id = u.id and v.ignored_checks <> 0
    order by v.locale_id, v.key_id
    for no key update of v
  ) held
  where v.project_id = ${unplanned(projectId)} and v.locale_id = held.locale_id
    and v.key_id = held.key_id`;

/** Deletes the dismissals of findings in values of keys that have gained or lost their source text. */
export async function endDismissals(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<void> {
  await endingDismissals(projectId, keyIds).execute(tx);
}

/** Deletes all dismissals of findings in a project, after a change of its source locale. */
export async function endAllDismissals(tx: Db, projectId: ProjectRef): Promise<void> {
  await sql`
    update translation_value set ignored_checks = 0
    where project_id = ${projectId}::uuid and ignored_checks <> 0`.execute(tx);
}
