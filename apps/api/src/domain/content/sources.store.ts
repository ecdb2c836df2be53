import { PLURAL_CATEGORIES } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { formName } from '../../db/key-name.ts';
import { lookUpKey, lookUpName, lookUpValue } from '../../db/look-ups.ts';
import { lookUp, unplanned } from '../../db/plan-hints.ts';
import { newId } from '../../db/uuid.ts';
import { recordReworded } from '../change/change.store.ts';
import { selectWithForms } from '../check/check.store.ts';
import type { SourceHashes } from '../key/source-hash.ts';
import type { ProjectRef } from '../tenant.ts';
import { lockCounts, type OutdatedCount } from './outdated.store.ts';
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
    h.project_id = ${projectId}::uuid and h.locale_id = ${sourceLocaleId}
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

/** A key whose source text changes, with the hashes of the new text; without them for a form that has none of its own. */
export type HashedKey = RewordedKey & { readonly hashes?: SourceHashes };

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
  const { rows } = await sql<{ id: string }>`
    select f.id
    from unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpKey(projectId, sql`u.id`)} o
    cross join unnest(${PLURAL_CATEGORIES}::text[]) c(category)
    cross join ${lookUpName('translation_key', projectId, formName('o', sql`c.category`))} f
    cross join project p
    left join ${lookUpValue(projectId, sql`p.source_locale_id`, sql`f.id`)} source on true
    where p.id = ${projectId}::uuid and o.plural_category = 'other' and f.id <> o.id
      and source.key_id is null`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Gives keys other source versions: their source text has changed. A text that the key had before gets its earlier
 * version back, every other text a new one.
 */
export async function bumpSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly HashedKey[],
  by: WrittenBy,
): Promise<VersionChange[]> {
  const ids = keys.map(({ keyId }) => keyId);
  const { rows } = await sql<VersionChange>`
    with ${writeVersions(projectId, by, ids, bumpedVersions(projectId, keys))}
    select ${VERSION_CHANGE} from written`.execute(tx);
  return rows;
}

/**
 * As {@link bumpSourceVersions}, and locks the values of the keys, for texts that are new to them all. The counts are of
 * before.
 */
export async function beginSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly HashedKey[],
  by: WrittenBy,
): Promise<{ versions: VersionChange[]; counts: OutdatedCount[] }> {
  const ids = keys.map(({ keyId }) => keyId);
  const { rows } = await sql<{ versions: VersionChange[] | null; counts: OutdatedCount[] | null }>`
    with counted as (${lockCounts(projectId, ids)}),
    ${writeVersions(projectId, by, ids, bumpedVersions(projectId, keys))}
    select (select json_agg(c) from counted c) as counts,
           (select json_agg(w) from (select ${VERSION_CHANGE} from written) w) as versions`.execute(
    tx,
  );
  const { versions, counts } = rows[0]!;
  return { versions: versions ?? [], counts: counts ?? [] };
}

const bumpedVersions = (projectId: ProjectRef, keys: readonly HashedKey[]) => sql`
      select u.id, k.source_version as before,
             coalesce(nullif(u.earlier, k.source_version), k.last_source_version + 1) as after,
             u.source_hash, u.masked_hash
      from unnest(${keys.map(({ keyId }) => keyId)}::uuid[],
                  ${keys.map(({ earlier }) => earlier)}::int[],
                  ${keys.map(({ hashes }) => hashes?.source ?? null)}::bytea[],
                  ${keys.map(({ hashes }) => hashes?.masked ?? null)}::bytea[])
        u(id, earlier, source_hash, masked_hash)
      cross join ${lookUpKey(projectId, sql`u.id`)} k`;

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
  const ids = keys.map(({ keyId }) => keyId);
  const versions = sql`
      select u.id, u.after as before, u.before as after, k.source_hash, k.masked_hash
      from unnest(${ids}::uuid[], ${keys.map(({ before }) => before)}::int[],
                  ${keys.map(({ after }) => after)}::int[]) u(id, before, after)
      cross join ${lookUpKey(projectId, sql`u.id`)} k`;
  const { rows } = await sql<VersionChange>`
    with ${writeVersions(projectId, by, ids, versions)}
    select ${VERSION_CHANGE} from written`.execute(tx);
  return rows;
}

const VERSION_CHANGE = sql`key_id as "keyId", before, version as after`;

/**
 * The parts of a statement that give keys other source versions, as `written`. `versions` selects the ids with the source
 * versions that they have and get, and the hashes of their texts.
 */
const writeVersions = (
  projectId: ProjectRef,
  { changeId, now }: WrittenBy,
  keyIds: readonly string[],
  versions: RawBuilder<unknown>,
) => sql`
    written as (
      update translation_key k
      set source_version = u.after,
          last_source_version = greatest(k.last_source_version, u.after),
          source_hash = u.source_hash, masked_hash = u.masked_hash, updated_at = ${now}::timestamptz
      from (${versions}) u
      where k.project_id = ${unplanned(projectId)} and k.id = u.id and k.source_version = u.before
      returning k.id as key_id, u.before, k.source_version as version
    ), recorded as (${recordReworded(projectId, changeId)}),
    ended as (${endingDismissals(projectId, keyIds)})`;

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

/** The statement that ends the dismissals of findings of keys, and of forms that are checked against them. */
const endingDismissals = (projectId: ProjectRef, keyIds: readonly string[]) => sql`
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

/** Ends the dismissals of findings of keys that have gained or lost their source text. */
export async function endDismissals(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<void> {
  await endingDismissals(projectId, keyIds).execute(tx);
}

/** Ends all dismissals of findings of a project: its texts are compared with other source texts. */
export async function endAllDismissals(tx: Db, projectId: ProjectRef): Promise<void> {
  await sql`
    update translation_value set ignored_checks = 0
    where project_id = ${projectId}::uuid and ignored_checks <> 0`.execute(tx);
}

/**
 * Forgets the hashes of all source texts: the keys of the project have others now. The task that indexes the translation
 * memory computes them.
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
