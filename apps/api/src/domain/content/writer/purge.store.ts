import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { recordValues } from '../change/change.store.ts';
import { clearValueCounts } from './counts.store.ts';
import type { ChangeStamp } from './writing.ts';

/**
 * Deletes the values of a locale and their history, and records the deletion as a change. Their
 * version numbers are not used again, because a later text could otherwise be mistaken for a
 * deleted text.
 * @returns the number of deleted values
 */
export async function purgeValues(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  by: ChangeStamp,
): Promise<number> {
  await sql`
    with gone as (
      delete from translation_value
      where project_id = ${projectId}::uuid and locale_id = ${localeId}::smallint
      returning project_id, locale_id, key_id, version
    ), written as (
      insert into cleared_value (project_id, locale_id, key_id, version, change_id, at)
      select project_id, locale_id, key_id, version + 1, ${by.changeId}::uuid,
             ${by.now}::timestamptz
      from gone
      returning key_id, version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
  for (const table of ['value_history', 'ignored_check_history', 'proposal', 'comment'] as const) {
    await tx
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('locale_id', '=', localeId)
      .execute();
  }
  await clearValueCounts(tx, projectId, localeId);
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(values_count), 0)::int as count from change_values
    where project_id = ${projectId}::uuid and change_id = ${by.changeId}::uuid`.execute(tx);
  return rows[0]!.count;
}

export async function forgetVersions(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
): Promise<void> {
  for (const table of ['cleared_value', 'change_values', 'proposal', 'comment'] as const) {
    await tx
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('locale_id', '=', localeId)
      .execute();
  }
}
