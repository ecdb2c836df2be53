import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { decodeSyncToken, isSeen } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { ValuesOrder } from './plan-values.ts';

/**
 * Finds the keys whose value in a locale was written later than the state of the token `base`, or
 * later than `unchangedSince`.
 */
export async function findWrittenSince(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
  { base, unchangedSince }: Pick<ValuesOrder, 'base' | 'unchangedSince'>,
): Promise<ReadonlySet<string>> {
  const state = decodeSyncToken(projectId, base, '/base');
  const { rows } = await sql<{ key_id: string }>`
    select v.key_id from translation_value v
    where v.project_id = ${projectId}::uuid and v.locale_id = ${localeId}::smallint
      and v.key_id = any(${keyIds}::uuid[])
      and (v.updated_at > ${unchangedSince}::timestamptz
           or not ${isSeen(projectId, state, sql`v.change_id`)})`.execute(db);
  return new Set(rows.map(({ key_id }) => key_id));
}
