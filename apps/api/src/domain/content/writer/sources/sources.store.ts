import { PLURAL_CATEGORIES } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { newId } from '../../../../db/ids/uuid.ts';
import { formName } from '../../../../db/key-name.ts';
import { lookUpKey, lookUpName, lookUpValue } from '../../../../db/look-ups.ts';
import { lookUp } from '../../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../../kernel/index.ts';
import type { RewordedKey, SourceEdit } from '../writing.ts';

/**
 * The source locale of a project, and the time when it became the source locale. The time is null
 * if the source locale has never changed.
 */
export interface SourceLocale {
  readonly source_locale_id: number;
  readonly source_changed_at: Date | null;
}

/**
 * Determines, for each key, whether its new source text equals an earlier source text of the key.
 * If so, translations of the earlier text become up to date again. A correction that was reverted
 * does not count.
 * @param keepTranslations - False to find only texts with another source version than now
 */
export async function findEarlierSources(
  tx: Db,
  projectId: ProjectRef,
  { source_locale_id: sourceLocaleId, source_changed_at: changedAt }: SourceLocale,
  writes: readonly { keyId: string; text: string }[],
  { keepTranslations }: SourceEdit = {},
): Promise<RewordedKey[]> {
  const history = sql`
    h.project_id = ${projectId}::uuid and h.locale_id = ${sourceLocaleId}
    and h.key_id = u.id`;
  const ofKey = (table: string, row: string) => sql`
    select from ${sql.table(table)} ${sql.ref(row)}
    where ${sql.ref(`${row}.project_id`)} = ${projectId}::uuid
      and ${sql.ref(`${row}.locale_id`)} = ${sourceLocaleId} and ${sql.ref(`${row}.key_id`)} = u.id`;
  const reverting = (table: string) => sql`
    ${ofKey(table, 'r')} and r.version > h.version and r.restored_version < h.version`;
  const isReverted = sql`(
    exists (${reverting('value_history')}) or exists (${reverting('translation_value')})
    or exists (${reverting('cleared_value')}))`;
  const isCorrection = sql`exists (
    ${ofKey('value_history', 'b')} and b.version < h.version
      and b.source_version = h.source_version and b.text <> h.text)`;
  const isOfCurrent =
    keepTranslations === false
      ? sql`false`
      : sql`(h.source_version = k.source_version and h.at >= ${changedAt ?? new Date(0)}::timestamptz)`;
  const { rows } = await sql<RewordedKey>`
    select u.id as "keyId", found.source_version as earlier, next.change_id as "endedBy",
           found.source_version is not distinct from k.source_version as "isSame"
    from unnest(${writes.map(({ keyId }) => keyId)}::uuid[],
                ${writes.map(({ text }) => text)}::text[]) u(id, text)
    cross join ${lookUpKey(projectId, sql`u.id`)} k
    left join lateral (
      select h.version, h.source_version
      from value_history h
      where ${history} and h.text = u.text and h.source_version is not null
        and (h.source_version <> k.source_version or ${isOfCurrent})
        and not (${isCorrection} and ${isReverted})
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

/** Returns the plural forms that are translated from the source texts of these keys. */
export async function findRewordedForms(
  tx: Db,
  projectId: ProjectRef,
  others: readonly RewordedKey[],
): Promise<RewordedKey[]> {
  const forms = await listFormsOf(
    tx,
    projectId,
    others.map(({ keyId }) => keyId),
  );
  if (forms.length === 0) return [];
  const endedBy = new Map(others.map((other) => [other.keyId, other.endedBy]));
  const endings = forms.map(({ id, otherId }) => ({ id, changeId: endedBy.get(otherId) ?? null }));
  return findVersionsBefore(tx, projectId, endings);
}

async function findVersionsBefore(
  tx: Db,
  projectId: ProjectRef,
  endings: readonly { id: string; changeId: string | null }[],
): Promise<RewordedKey[]> {
  const { rows } = await sql<RewordedKey>`
    select u.id as "keyId", changed.version as earlier, null as "endedBy", false as "isSame"
    from unnest(${endings.map(({ id }) => id)}::uuid[],
                ${endings.map(({ changeId }) => changeId)}::uuid[]) u(id, change_id)
    left join lateral (
      select c.versions_before[array_position(c.key_ids, u.id)] as version
      from change_keys c
      where c.project_id = ${projectId}::uuid and c.change_id = u.change_id
        and c.action = 'reworded' and c.first_key_id <= u.id
      order by c.first_key_id desc
      limit 1
    ) changed on true`.execute(tx);
  return rows;
}

export async function findClearedTexts(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ key_id: string; text: string }>`
    select c.key_id, h.text
    from unnest(${keyIds}::uuid[]) u(key_id)
    cross join ${lookUp('cleared_value', {
      project_id: projectId,
      locale_id: localeId,
      key_id: sql`u.key_id`,
    })} c
    cross join ${lookUp('value_history', {
      project_id: projectId,
      locale_id: localeId,
      key_id: sql`u.key_id`,
      version: sql`c.version - 1`,
    })} h
    where h.text is not null`.execute(db);
  return new Map(rows.map((row) => [row.key_id, row.text]));
}

export async function findForms(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<string[]> {
  return (await listFormsOf(db, projectId, keyIds)).map(({ id }) => id);
}

/**
 * Finds keys of plural forms that exist only for translations, such as `item_few`. They are
 * translated from the form `other` of the family.
 */
async function listFormsOf(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<{ id: string; otherId: string }[]> {
  const { rows } = await sql<{ id: string; otherId: string }>`
    select f.id, o.id as "otherId"
    from unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpKey(projectId, sql`u.id`)} o
    cross join unnest(${PLURAL_CATEGORIES}::text[]) c(category)
    cross join ${lookUpName('translation_key', projectId, formName('o', sql`c.category`))} f
    cross join project p
    left join ${lookUpValue(projectId, sql`p.source_locale_id`, sql`f.id`)} source on true
    where p.id = ${projectId}::uuid and o.plural_category = 'other' and f.id <> o.id
      and source.key_id is null`.execute(db);
  return rows;
}

/**
 * Deletes the hashes of all source texts of a project after its source locale has changed. The task
 * that indexes the translation memory computes them again.
 */
export async function forgetSourceHashes(tx: Db, projectId: ProjectRef): Promise<void> {
  await sql`
    with forgotten as (
      update translation_key set source_hash = null, masked_hash = null
      where project_id = ${projectId}::uuid and source_hash is not null
    )
    insert into memory_change (project_id, id, hashes_all)
    values (${projectId}::uuid, ${newId()}::uuid, true)`.execute(tx);
}
