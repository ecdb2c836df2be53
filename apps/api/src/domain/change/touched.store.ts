import { type RawBuilder, sql } from 'kysely';
import type { KeyAction } from '../../db/schema.generated.ts';
import type { ProjectRef } from '../tenant.ts';

/** Ids in one row: what a reader of a page has to unpack. */
export const ROW_IDS = 1_000;

const FIRST_KEY = sql`(array_agg(key_id order by key_id))[1]`;

/** The rows of the CTE `written`, numbered by the row that they go into. */
const parts = sql`(
  select *, (row_number() over (order by key_id) - 1) / ${sql.lit(ROW_IDS)} as part from written) w`;

/**
 * The end of a statement that writes values: stores what its CTE `written (key_id, version)` returns. The
 * writers do so in the statement that they need anyway, so that none can forget it.
 */
export const recordValues = (
  projectId: ProjectRef,
  changeId: string,
  localeId: number,
): RawBuilder<unknown> => sql`
  insert into change_values (project_id, change_id, locale_id, first_key_id, key_ids, versions,
                             values_count)
  select ${projectId}::uuid, ${changeId}::uuid, ${localeId}::smallint, ${FIRST_KEY},
         array_agg(key_id order by key_id), array_agg(version order by key_id), count(*)
  from ${parts}
  group by part`;

/** As {@link recordValues}, for `written (key_id)`: keys that were created. */
export const recordCreated = (projectId: ProjectRef, changeId: string): RawBuilder<unknown> => sql`
  insert into change_keys (project_id, change_id, action, first_key_id, key_ids, keys_count)
  select ${projectId}::uuid, ${changeId}::uuid, 'created', ${FIRST_KEY},
         array_agg(key_id order by key_id), count(*)
  from ${parts}
  group by part`;

/**
 * As {@link recordCreated}, for `written (key_id, archived_by)`: keys that were archived or restored, and the changes
 * that had archived them before.
 */
export const recordArchived = (
  projectId: ProjectRef,
  changeId: string,
  action: Extract<KeyAction, 'archived' | 'restored'>,
): RawBuilder<unknown> => sql`
  insert into change_keys (project_id, change_id, action, first_key_id, key_ids, archived_by,
                           keys_count)
  select ${projectId}::uuid, ${changeId}::uuid, ${action}::key_action, ${FIRST_KEY},
         array_agg(key_id order by key_id), array_agg(archived_by order by key_id), count(*)
  from ${parts}
  group by part`;

/** As {@link recordCreated}, for `written (key_id, before, version)`: keys that got another source version. */
export const recordReworded = (projectId: ProjectRef, changeId: string): RawBuilder<unknown> => sql`
  insert into change_keys (project_id, change_id, action, first_key_id, key_ids, versions_before,
                           versions_after, keys_count)
  select ${projectId}::uuid, ${changeId}::uuid, 'reworded', ${FIRST_KEY},
         array_agg(key_id order by key_id), array_agg(before order by key_id),
         array_agg(version order by key_id), count(*)
  from ${parts}
  group by part`;
