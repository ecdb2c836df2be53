import { LIMITS } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { RevertConflict } from './revert-tally.ts';

/** The beginnings of the two texts in a conflict. Both are null for a conflict about a key. */
export interface ConflictTexts {
  /** Beginning of the current text. Null if the value is missing. */
  current: string | null;
  /** Beginning of the text that the reverted change replaced. Null if the value was missing. */
  earlier: string | null;
}

export async function readConflictTexts(
  db: Db,
  projectId: ProjectRef,
  conflicts: readonly RevertConflict[],
): Promise<ConflictTexts[]> {
  const length = sql.lit(LIMITS.rowTextLength);
  const { rows } = await sql<ConflictTexts>`
    select (
      select left(v.text, ${length}) from translation_value v
      where v.project_id = ${projectId}::uuid and v.locale_id = u.locale_id
        and v.key_id = u.key_id) as current, (
      select left(h.text, ${length}) from value_history h
      where h.project_id = ${projectId}::uuid and h.locale_id = u.locale_id
        and h.key_id = u.key_id and h.version = u.version) as earlier
    from unnest(${conflicts.map(({ keyId }) => keyId)}::uuid[],
                ${conflicts.map(({ localeId }) => localeId)}::smallint[],
                ${conflicts.map(({ replacedVersion }) => replacedVersion)}::int[])
      with ordinality u(key_id, locale_id, version, place)
    order by u.place`.execute(db);
  return rows;
}
