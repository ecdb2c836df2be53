import { PLURAL_CATEGORIES } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { formName, isNamed } from '../../db/key-name.ts';
import { unplanned } from '../../db/plan.ts';
import { recordReworded } from '../change/change.store.ts';
import type { ProjectRef } from '../tenant.ts';
import type { RewordedKey, WrittenBy } from './writing.ts';

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

/** The last texts of cleared values of these keys, by key id. */
export async function findClearedTexts(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  // The limits keep these one look-up a row with any statistics of the tables.
  const { rows } = await sql<{ key_id: string; text: string }>`
    select c.key_id, h.text
    from unnest(${keyIds}::uuid[]) u(key_id)
    cross join lateral (
      select * from cleared_value c
      where c.project_id = ${unplanned(projectId)} and c.locale_id = ${localeId}::smallint
        and c.key_id = u.key_id
      limit 1) c
    cross join lateral (
      select h.text from value_history h
      where h.project_id = c.project_id and h.locale_id = c.locale_id and h.key_id = c.key_id
        and h.version = c.version - 1
      limit 1) h`.execute(db);
  return new Map(rows.map((row) => [row.key_id, row.text]));
}

/** A key with another source version than before. */
export interface VersionChange {
  readonly keyId: string;
  readonly before: number;
  readonly after: number;
}

/**
 * The forms that only translations have (`item_few`): those are made from the text of their family's
 * `other`, archived ones too. Of `keyIds`, those that are no such `other` have none.
 */
export async function findForms(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<string[]> {
  // The limits keep these one look-up a name with any statistics of the tables.
  const { rows } = await sql<{ id: string }>`
    select f.id
    from unnest(${keyIds}::uuid[]) u(id)
    cross join lateral (
      select * from translation_key o
      where o.project_id = ${unplanned(projectId)} and o.id = u.id
      limit 1
    ) o
    cross join unnest(${PLURAL_CATEGORIES}::text[]) c(category)
    join translation_key f on ${isNamed('f', projectId, formName('o', sql`c.category`))}
    left join translation_value source
      on source.project_id = ${projectId}::uuid and source.key_id = f.id
      and source.locale_id = (select source_locale_id from project where id = ${projectId}::uuid)
    where o.plural_category = 'other' and f.id <> o.id and source.key_id is null`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Gives keys other source versions: their source text has changed. A text that the key had before gets its earlier
 * version back, every other text a new one.
 */
export async function bumpSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly RewordedKey[],
  by: WrittenBy,
): Promise<VersionChange[]> {
  return writeSourceVersions(tx, projectId, by, {
    keys: sql`
      select u.id, k.source_version as before,
             coalesce(nullif(u.earlier, k.source_version), k.last_source_version + 1) as after
      from unnest(${keys.map(({ keyId }) => keyId)}::uuid[],
                  ${keys.map(({ earlier }) => earlier)}::int[]) u(id, earlier)
      cross join lateral (
        -- The limit keeps this one look-up a row with any statistics of the table.
        select * from translation_key k
        where k.project_id = ${unplanned(projectId)} and k.id = u.id
        limit 1) k`,
  });
}

/**
 * Gives keys back the source versions that a change ended, if they still have those that it began.
 *
 * @returns the keys that got one
 */
export async function restoreSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly VersionChange[],
  by: WrittenBy,
): Promise<VersionChange[]> {
  return writeSourceVersions(tx, projectId, by, {
    keys: sql`
      select u.id, u.after as before, u.before as after
      from unnest(${keys.map(({ keyId }) => keyId)}::uuid[],
                  ${keys.map(({ before }) => before)}::int[],
                  ${keys.map(({ after }) => after)}::int[]) u(id, before, after)`,
  });
}

/** `keys` selects the ids with the source versions that they have and get. */
async function writeSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  { changeId, now }: WrittenBy,
  { keys }: { keys: RawBuilder<unknown> },
): Promise<VersionChange[]> {
  const { rows } = await sql<VersionChange>`
    with written as (
      update translation_key k
      set source_version = u.after,
          last_source_version = greatest(k.last_source_version, u.after),
          source_hash = null, masked_hash = null, updated_at = ${now}::timestamptz
      from (${keys}) u
      where k.project_id = ${unplanned(projectId)} and k.id = u.id and k.source_version = u.before
      returning k.id as key_id, u.before, k.source_version as version
    ), recorded as (${recordReworded(projectId, changeId)})
    select key_id as "keyId", before, version as after from written`.execute(tx);
  return rows;
}

/**
 * Makes current the values of these keys that the change has written as current: they came with the new source
 * texts.
 */
export async function renewSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  versions: readonly VersionChange[],
  { changeId }: WrittenBy,
): Promise<void> {
  await sql`
    update translation_value v set source_version = place.after
    from (
      select l.id as locale_id, u.id, u.before, u.after
      from unnest(${versions.map(({ keyId }) => keyId)}::uuid[],
                  ${versions.map(({ before }) => before)}::int[],
                  ${versions.map(({ after }) => after)}::int[]) u(id, before, after)
      cross join locale l
      where l.project_id = ${projectId}::uuid
    ) place
    where v.project_id = ${unplanned(projectId)} and v.locale_id = place.locale_id
      and v.key_id = place.id and v.change_id = ${changeId}::uuid
      and v.source_version = place.before`.execute(tx);
}

/**
 * The source text of some keys, or of all keys, is another one now: what was computed from the old one is
 * void.
 */
export async function forgetSourceHashes(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[] | null,
): Promise<void> {
  let update = tx
    .updateTable('translation_key')
    .set({ source_hash: null, masked_hash: null })
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('source_hash', 'is not', null), eb('masked_hash', 'is not', null)]));
  if (keyIds !== null) update = update.where('id', '=', sql<string>`any(${keyIds}::uuid[])`);
  await update.execute();
}
