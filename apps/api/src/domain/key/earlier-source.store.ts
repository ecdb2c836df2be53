import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import type { ProjectRef } from '../tenant.ts';
import { findForms, type RewordedKey } from './key.store.ts';

/**
 * Looks for source texts in the history of their keys: a translation that was written for a text is one of that text
 * again when it returns.
 */
export async function findEarlierSources(
  tx: Db,
  projectId: ProjectRef,
  sourceLocaleId: number,
  writes: readonly { keyId: string; text: string }[],
): Promise<RewordedKey[]> {
  const history = sql`
    h.project_id = ${unplanned(projectId)} and h.locale_id = ${sourceLocaleId}
    and h.key_id = u.id`;
  const { rows } = await sql<RewordedKey>`
    select u.id as "keyId", found.source_version as earlier, next.change_id as "endedBy"
    from unnest(${writes.map(({ keyId }) => keyId)}::uuid[],
                ${writes.map(({ text }) => text)}::text[]) u(id, text)
    left join lateral (
      select h.version, h.source_version
      from value_history h
      where ${history} and h.text = u.text and h.source_version is not null
      order by h.version desc
      limit 1
    ) found on true
    left join lateral (
      select r.change_id
      from (
        select h.version, h.text, h.change_id from value_history h where ${history}
        union all
        select h.version, h.text, h.change_id from translation_value h where ${history}
      ) r
      where r.version > found.version and r.text <> u.text
      order by r.version
      limit 1
    ) next on true`.execute(tx);
  return rows;
}

/**
 * Returns the forms that are made from these keys; see {@link findForms}. Those of a text that returns get the source
 * version that they had with it.
 */
export async function findRewordedForms(
  tx: Db,
  projectId: ProjectRef,
  others: readonly RewordedKey[],
): Promise<RewordedKey[]> {
  const fresh = others.filter(({ endedBy }) => endedBy === null).map(({ keyId }) => keyId);
  const freshForms = fresh.length === 0 ? [] : await findForms(tx, projectId, fresh);
  const forms = freshForms.map((keyId): RewordedKey => ({ keyId, earlier: null, endedBy: null }));
  for (const { keyId, endedBy } of others) {
    if (endedBy === null) continue;
    const ids = await findForms(tx, projectId, [keyId]);
    if (ids.length > 0) forms.push(...(await findVersionsBefore(tx, projectId, ids, endedBy)));
  }
  return forms;
}

/** The source versions of keys that a change ended; null for those that it did not reword. */
async function findVersionsBefore(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  changeId: string,
): Promise<RewordedKey[]> {
  const { rows } = await sql<RewordedKey>`
    select u.id as "keyId", changed.version as earlier, null as "endedBy"
    from unnest(${keyIds}::uuid[]) u(id)
    left join lateral (
      select c.versions_before[array_position(c.key_ids, u.id)] as version
      from change_keys c
      where c.project_id = ${projectId}::uuid and c.change_id = ${changeId}::uuid
        and c.action = 'reworded' and c.first_key_id <= u.id
      order by c.first_key_id desc
      limit 1
    ) changed on true`.execute(tx);
  return rows;
}
