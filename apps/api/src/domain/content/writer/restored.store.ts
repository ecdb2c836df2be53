import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUp, unplanned } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { recordValues } from '../change/change.store.ts';
import type { KeyRef } from '../key/key-ref.ts';
import { supersede, takeCleared } from './values.store.ts';
import type { ChangeStamp } from './writing.ts';

export interface RestoredVersion {
  readonly key: KeyRef;
  readonly replaced_version: number;
  /**
   * Number of the version that first had the restored content. The restored version may itself come
   * from a revert.
   */
  readonly replaced: number | null;
}

const earlierOf = (
  projectId: ProjectRef,
  localeId: number,
  values: readonly RestoredVersion[],
) => sql`
  earlier as materialized (
    select h.*, u.name
    from unnest(${values.map(({ key }) => key.id)}::uuid[],
                ${values.map((value) => value.replaced_version)}::int[],
                ${values.map(({ replaced }) => replaced)}::int[]) u(key_id, version, name)
    cross join ${lookUp('value_history', {
      project_id: projectId,
      locale_id: localeId,
      key_id: sql`u.key_id`,
      version: sql`u.version`,
    })} h)`;

/**
 * Restores the text, state and origin of earlier versions. The texts are copied inside the
 * database.
 */
export async function restoreOver(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  values: readonly RestoredVersion[],
  by: ChangeStamp,
): Promise<void> {
  const isHeld = sql`
    v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
    and v.key_id = h.key_id`;
  await sql`
    with ${earlierOf(projectId, localeId, values)}, kept as (
      ${supersede} from earlier h join translation_value v on ${isHeld}
    ), written as (
      update translation_value v
      set text = h.text, state = h.state, origin = h.origin,
          source_version = coalesce(h.source_version, v.source_version),
          unknown_words = h.unknown_words, version = v.version + 1, restored_version = h.name,
          ignored_checks = case when v.text = h.text then v.ignored_checks else 0 end,
          change_id = ${by.changeId}::uuid, updated_at = ${by.now}::timestamptz
      from earlier h
      where ${isHeld}
      returning v.key_id, v.version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
}

export async function restoreMissing(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  values: readonly RestoredVersion[],
  by: ChangeStamp,
): Promise<void> {
  await sql`
    with ${earlierOf(projectId, localeId, values)},
    ${takeCleared(projectId, localeId, sql`(select key_id from earlier)`)},
    written as (
      insert into translation_value (project_id, locale_id, key_id, version, text, state, origin,
                                     source_version, unknown_words, restored_version, change_id,
                                     updated_at)
      select cleared.project_id, cleared.locale_id, cleared.key_id, cleared.version + 1,
             h.text, h.state, h.origin, coalesce(h.source_version, 0), h.unknown_words, h.name,
             ${by.changeId}::uuid, ${by.now}::timestamptz
      from earlier h
      join cleared on cleared.key_id = h.key_id
      returning key_id, version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
}
