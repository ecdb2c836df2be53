import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey, lookUpValue } from '../../../db/look-ups.ts';
import { atMostOne } from '../../../db/statements/plan-hints.ts';
import { decodeSyncToken, isSeen } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { ValuesOrder } from './plan-values.ts';

/**
 * Returns, for each key with a source string, whether the source string has changed since the state
 * of the token `base`, or since the time `unchangedSince`.
 */
export async function readSourceChanges(
  db: Db,
  project: { id: ProjectRef; source_locale_id: number },
  keyIds: readonly string[],
  { base, unchangedSince: since }: Pick<ValuesOrder, 'base' | 'unchangedSince'>,
): Promise<ReadonlyMap<string, boolean>> {
  const { id: projectId, source_locale_id: localeId } = project;
  const state = decodeSyncToken(projectId, base, '/base');
  const earlier = atMostOne(sql`
    select h.source_version from value_history h
    where h.project_id = ${projectId}::uuid and h.locale_id = ${localeId}::smallint
      and h.key_id = u.id and ${isSeen(projectId, state, sql`h.change_id`)}
      and (${since}::timestamptz is null or h.at <= ${since}::timestamptz)
    order by h.version desc`);
  const { rows } = await sql<{ id: string; isChanged: boolean }>`
    select u.id, written.later and coalesce(
             (select e.source_version <> k.source_version from ${earlier} e), true) as "isChanged"
    from unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpKey(projectId, sql`u.id`)} k
    cross join ${lookUpValue(projectId, localeId, sql`u.id`)} v
    cross join lateral (
      select coalesce(v.updated_at > ${since}::timestamptz, false)
             or not ${isSeen(projectId, state, sql`v.change_id`)} as later
    ) written`.execute(db);
  return new Map(rows.map(({ id, isChanged }) => [id, isChanged]));
}
