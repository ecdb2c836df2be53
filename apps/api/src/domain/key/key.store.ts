import { LIMITS } from '@parlance/contracts';
import { PLURAL_CATEGORIES, type SaidPlural } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { formName } from '../../db/form-name.ts';
import { nameHash } from '../../db/name-hash.ts';
import { unplanned } from '../../db/plan.ts';
import { readInParts } from '../../db/read-in-parts.ts';
import { NIL_ID, newId } from '../../db/uuid.ts';
import { recordArchived, recordCreated, recordReworded } from '../change/touched.store.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import type { CountedKey } from '../value/needed-values.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import type { KeyFieldsChange } from './key-history.store.ts';

const hashOfName = nameHash(sql`u.name`);

/** A key as bulk work needs it. */
export interface KeyRef extends CountedKey {
  id: string;
  name: string;
  archived: boolean;
  source_version: number;
  description: string;
  description_origin: DescriptionOrigin;
  plural_family: string | null;
  plural_style: string | null;
  max_length: number | null;
  unit_id: string | null;
}

/** Writer of a description. A file renews only its own. */
export type DescriptionOrigin = 'file' | 'person';

/** Columns of a {@link KeyRef} of `k`. */
export const KEY_COLUMNS = sql`
  k.id, k.name, k.archived_at is not null as archived, k.source_version, k.description, k.plural_family,
  k.plural_style, k.plural_category, k.plural_ordinal, k.plural_everywhere, k.plural_said,
  k.translatable, k.max_length, k.unit_id, k.description_origin`;

/** The keys of a project that bear these names, archived ones included, in no particular order. */
export async function findKeysByNames(
  db: Db,
  projectId: ProjectRef,
  names: readonly string[],
): Promise<KeyRef[]> {
  const { rows } = await sql<KeyRef>`
    select ${KEY_COLUMNS}
    from unnest(${names}::text[]) u(name)
    cross join lateral (
      -- The limit keeps this one look-up a name with any statistics of the table.
      select * from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.name_hash = ${hashOfName}
      limit 1) k`.execute(db);
  return rows;
}

/** True if a project has any key, archived ones included. */
export async function hasKeys(db: Db, projectId: ProjectRef): Promise<boolean> {
  const row = await db
    .selectFrom('translation_key')
    .where('project_id', '=', projectId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The keys that were once called so, by the former name. */
export async function findKeysByFormerNames(
  db: Db,
  projectId: ProjectRef,
  names: readonly string[],
): Promise<Map<string, KeyRef>> {
  const { rows } = await sql<KeyRef & { former_name: string }>`
    select a.name as former_name, ${KEY_COLUMNS}
    from unnest(${names}::text[]) u(name)
    join key_alias a on a.project_id = ${unplanned(projectId)} and a.name_hash = ${hashOfName}
    join translation_key k on k.project_id = a.project_id and k.id = a.key_id`.execute(db);
  return new Map(rows.map((row) => [row.former_name, row]));
}

export async function hasAliases(db: Db, projectId: ProjectRef): Promise<boolean> {
  const row = await db
    .selectFrom('key_alias')
    .where('project_id', '=', projectId)
    .select('key_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a key that is not stored yet, outside any plural family. */
export const newKeyRef = (name: string, description = ''): KeyRef => ({
  id: newId(),
  name,
  archived: false,
  source_version: 0,
  description,
  description_origin: 'person',
  plural_family: null,
  plural_style: null,
  plural_category: null,
  plural_ordinal: false,
  plural_everywhere: false,
  plural_said: null,
  translatable: true,
  max_length: null,
  unit_id: null,
});

export interface NewKey {
  id: string;
  name: string;
  description: string;
  sourceVersion: number;
  maxLength?: number | undefined;
  /** Id of its unit in XLIFF files; undefined if it is made from the name. */
  unitId?: string | undefined;
}

/** The change that writes keys, and its time. */
export interface KeysWrittenBy {
  changeId: string;
  now: Date;
}

/** Adds keys whose names are free, with the same tags; the caller holds the content lock. */
interface KeysInsertedBy extends KeysWrittenBy {
  tags?: readonly string[];
  /** Defaults to `person`. */
  descriptionOrigin?: DescriptionOrigin;
}

export async function insertKeys(
  tx: Db,
  project: { id: ProjectRef; organizationId: OwnerRef },
  keys: readonly NewKey[],
  { changeId, now, tags = [], descriptionOrigin = 'person' }: KeysInsertedBy,
): Promise<void> {
  await sql`
    with written as (
      insert into translation_key (project_id, id, organization_id, name, name_hash, description,
                                   description_origin, source_version, last_source_version, max_length, unit_id, tags,
                                   created_change_id, created_at, updated_at)
      select ${project.id}::uuid, u.id, ${project.organizationId}::uuid, u.name, ${hashOfName},
             u.description, ${descriptionOrigin}::text, u.source_version, u.source_version, u.max_length, u.unit_id,
             ${tags}::text[], ${changeId}::uuid, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${keys.map((key) => key.id)}::uuid[], ${keys.map((key) => key.name)}::text[],
                  ${keys.map((key) => key.description)}::text[],
                  ${keys.map((key) => key.sourceVersion)}::int[],
                  ${keys.map((key) => key.maxLength ?? null)}::int[],
                  ${keys.map((key) => key.unitId ?? null)}::text[])
        u(id, name, description, source_version, max_length, unit_id)
      returning id as key_id
    )
    ${recordCreated(project.id, changeId)}`.execute(tx);
}

/** Archives active keys; `archivedBefore` are the changes that had archived them before, of those that a revert archives again. */
export async function archiveKeyRows(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  { changeId, now }: KeysWrittenBy,
  archivedBefore: readonly (string | null)[] = [],
): Promise<void> {
  await sql`
    with written as (
      update translation_key k
      set archived_at = ${now}::timestamptz, archived_change_id = ${changeId}::uuid,
          first_archived_change_id = u.before, updated_at = ${now}::timestamptz
      from unnest(${keyIds}::uuid[], ${archivedBefore}::uuid[]) u(id, before)
      where k.project_id = ${unplanned(projectId)} and k.id = u.id
      returning k.id as key_id, u.before as archived_by
    )
    ${recordArchived(projectId, changeId, 'archived')}`.execute(tx);
}

/** Restores archived keys; the caller holds the content lock. */
export async function restoreKeyRows(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  { changeId, now }: KeysWrittenBy,
): Promise<void> {
  await sql`
    with written as (
      update translation_key k
      set archived_at = null, archived_change_id = null, first_archived_change_id = null,
          updated_at = ${now}::timestamptz
      from (
        select k.id, coalesce(k.first_archived_change_id, k.archived_change_id) as archived_by
        from unnest(${keyIds}::uuid[]) u(id)
        cross join lateral (
          -- The limit keeps this one look-up a row with any statistics of the table.
          select * from translation_key k
          where k.project_id = ${unplanned(projectId)} and k.id = u.id
          limit 1) k
      ) u
      where k.project_id = ${unplanned(projectId)} and k.id = u.id
      returning k.id as key_id, u.archived_by
    )
    ${recordArchived(projectId, changeId, 'restored')}`.execute(tx);
}

/** Keys in the order of their ids, a page of them, archived ones included. */
export async function listKeys(
  db: Db,
  projectId: ProjectRef,
  page: { after: string | null; limit: number },
): Promise<KeyRef[]> {
  const after = page.after ?? NIL_ID;
  const { rows } = await sql<KeyRef>`
    select ${KEY_COLUMNS}
    from translation_key k
    where k.project_id = ${unplanned(projectId)} and k.id > ${after}::uuid
    order by k.id
    limit ${page.limit}`.execute(db);
  return rows;
}

/** The keys with these ids, in the order of the ids, archived ones included. */
export async function findKeysByIds(
  db: Db,
  projectId: ProjectRef,
  ids: readonly string[],
): Promise<KeyRef[]> {
  const { rows } = await sql<KeyRef>`
    select ${KEY_COLUMNS}
    from translation_key k
    where k.project_id = ${unplanned(projectId)} and k.id = any(${ids}::uuid[])
    order by k.id`.execute(db);
  return rows;
}

/**
 * Gives keys other descriptions, tags and maximum lengths, with their history. `translatable` is only recorded:
 * {@link accountKeys} writes it. The caller holds the content lock.
 */
export async function setFields(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly KeyFieldsChange[],
  {
    changeId,
    now,
    descriptionOrigin = 'person',
  }: KeysWrittenBy & { descriptionOrigin?: DescriptionOrigin },
): Promise<void> {
  await sql`
    with edited as (
      select * from unnest(${keys.map((key) => key.keyId)}::uuid[],
                           ${keys.map((key) => JSON.stringify(key.before))}::jsonb[],
                           ${keys.map((key) => JSON.stringify(key.after))}::jsonb[])
        u(id, before, after)
    ), written as (
      update translation_key k
      set description = coalesce(u.after ->> 'description', k.description),
          description_origin = case when u.after ? 'description' then ${descriptionOrigin}::text
                                    else k.description_origin end,
          max_length = case when u.after ? 'maxLength' then (u.after ->> 'maxLength')::int
                            else k.max_length end,
          tags = case when u.after ? 'tags'
                      then array(select jsonb_array_elements_text(u.after -> 'tags'))
                      else k.tags end,
          updated_at = ${now}::timestamptz
      from edited u
      where k.project_id = ${unplanned(projectId)} and k.id = u.id
    )
    insert into key_history (project_id, change_id, key_id, before, after, at)
    select ${projectId}::uuid, ${changeId}::uuid, id, before, after, ${now}::timestamptz
    from edited`.execute(tx);
}

/** Adds a tag to keys that do not have it and have room for it, with their history. The caller holds the content lock. */
export async function addTag(
  tx: Db,
  projectId: ProjectRef,
  { keyIds, tag }: { keyIds: readonly string[]; tag: string },
  { changeId, now }: KeysWrittenBy,
): Promise<void> {
  await sql`
    with written as (
      update translation_key k
      set tags = k.tags || ${tag}::text, updated_at = ${now}::timestamptz
      where k.project_id = ${unplanned(projectId)} and k.id = any(${keyIds}::uuid[])
        and not k.tags @> array[${tag}::text] and cardinality(k.tags) < ${LIMITS.tagsPerKey}
      returning k.id, k.tags
    )
    insert into key_history (project_id, change_id, key_id, before, after, at)
    select ${projectId}::uuid, ${changeId}::uuid, id,
           jsonb_build_object('tags', array_remove(tags, ${tag}::text)),
           jsonb_build_object('tags', tags), ${now}::timestamptz
    from written
    on conflict (project_id, change_id, key_id) do update
    set before = key_history.before || excluded.before,
        after = key_history.after || excluded.after`.execute(tx);
}

/** Gives keys the ids of their units in XLIFF files, which no history has. The caller holds the content lock. */
export async function setUnitIds(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly { id: string; unitId: string }[],
): Promise<void> {
  await sql`
    update translation_key k
    set unit_id = u.unit_id
    from unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ unitId }) => unitId)}::text[])
      u(id, unit_id)
    where k.project_id = ${unplanned(projectId)} and k.id = u.id`.execute(tx);
}

/** A key whose source text changes. */
export interface RewordedKey {
  readonly keyId: string;
  /** The source version in which the key had the very text before; null for a new text. */
  readonly earlier: number | null;
  /** The change that ended that version, if it is known. */
  readonly endedBy: string | null;
}

/** Source versions by key id. */
export type SourceVersions = ReadonlyMap<string, number>;

/**
 * Gives keys other source versions, which it returns: their source text has changed, and what was found of their
 * translations is void. A text that the key had before gets its earlier version back, every other text a new one.
 */
export async function bumpSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly RewordedKey[],
  by: KeysWrittenBy,
): Promise<SourceVersions> {
  const versions = await bumpFormVersions(tx, projectId, keys, by);
  const keyIds = keys.map(({ keyId }) => keyId);
  await resetChecks(tx, projectId, keyIds, { hasOtherSource: true });
  return versions;
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
    cross join lateral (
      select f.id from translation_key f
      where f.project_id = ${unplanned(projectId)} and f.name_hash = name_hash(${formName('o', sql`c.category`)})
      limit 1
    ) f
    left join lateral (
      select v.id from translation_value v
      where v.project_id = ${unplanned(projectId)} and v.key_id = f.id
        and v.locale_id = (select source_locale_id from project where id = ${projectId}::uuid)
      limit 1
    ) source on true
    where o.plural_category = 'other' and f.id <> o.id and source.id is null`.execute(db);
  return rows.map(({ id }) => id);
}

/** As {@link bumpSourceVersions}, for {@link findForms}: what their checks found is void with their `other`. */
export async function bumpFormVersions(
  tx: Db,
  projectId: ProjectRef,
  forms: readonly RewordedKey[],
  by: KeysWrittenBy,
): Promise<SourceVersions> {
  return writeSourceVersions(tx, projectId, by, {
    keys: sql`
      select u.id, k.source_version as before,
             coalesce(nullif(u.earlier, k.source_version), k.last_source_version + 1) as after
      from unnest(${forms.map(({ keyId }) => keyId)}::uuid[],
                  ${forms.map(({ earlier }) => earlier)}::int[]) u(id, earlier)
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
 * @returns the versions of the keys that got one
 */
export async function restoreSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly { keyId: string; before: number; after: number }[],
  by: KeysWrittenBy,
): Promise<SourceVersions> {
  const restored = await writeSourceVersions(tx, projectId, by, {
    keys: sql`
      select u.id, u.after as before, u.before as after
      from unnest(${keys.map(({ keyId }) => keyId)}::uuid[],
                  ${keys.map(({ before }) => before)}::int[],
                  ${keys.map(({ after }) => after)}::int[]) u(id, before, after)`,
  });
  await resetChecks(tx, projectId, [...restored.keys()], { hasOtherSource: true });
  return restored;
}

/** `keys` selects the ids with the source versions that they have and get. */
async function writeSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  { changeId, now }: KeysWrittenBy,
  { keys }: { keys: RawBuilder<unknown> },
): Promise<SourceVersions> {
  const { rows } = await sql<{ key_id: string; version: number }>`
    with written as (
      update translation_key k
      set source_version = u.after,
          last_source_version = greatest(k.last_source_version, u.after),
          source_hash = null, masked_hash = null, updated_at = ${now}::timestamptz
      from (${keys}) u
      where k.project_id = ${unplanned(projectId)} and k.id = u.id and k.source_version = u.before
      returning k.id as key_id, u.before, k.source_version as version
    ), recorded as (${recordReworded(projectId, changeId)})
    select key_id, version from written`.execute(tx);
  return new Map(rows.map(({ key_id: id, version }) => [id, version]));
}

/**
 * Locks keys until the transaction ends, in the order of their ids, so that no deadlock arises. An
 * `exclusive` lock keeps other transactions from changing the key and from adding values of it: inserting a
 * value takes a `shared` lock. An `update` lock keeps them from changing the key, but not from adding values.
 */
export async function lockKeys(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  mode: 'exclusive' | 'update' | 'shared',
): Promise<void> {
  await sql`
    select from translation_key k
    where k.project_id = ${unplanned(projectId)} and k.id = any(${keyIds}::uuid[])
    order by k.id
    ${KEY_LOCKS[mode]}`.execute(tx);
}

/** Lock that a statement takes on keys; see {@link lockKeys}. */
export const KEY_LOCKS = {
  exclusive: sql`for update`,
  update: sql`for no key update`,
  shared: sql`for key share`,
};

/** Writes how keys count. */
export async function setFamilies(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly {
    id: string;
    plural_family: string | null;
    plural_style: string | null;
    plural_category: string | null;
    plural_ordinal: boolean;
    plural_everywhere: boolean;
    plural_said: SaidPlural | null;
    translatable: boolean;
  }[],
): Promise<void> {
  await sql`
    update translation_key k
    set plural_family = u.family, plural_style = u.style, plural_category = u.category,
        plural_ordinal = u.ordinal, plural_everywhere = u.everywhere, plural_said = u.said,
        translatable = u.translatable
    from unnest(${keys.map((key) => key.id)}::uuid[],
                ${keys.map((key) => key.plural_family)}::text[],
                ${keys.map((key) => key.plural_style)}::text[],
                ${keys.map((key) => key.plural_category)}::text[],
                ${keys.map((key) => key.plural_ordinal)}::boolean[],
                ${keys.map((key) => key.plural_everywhere)}::boolean[],
                ${keys.map((key) => key.plural_said)}::text[],
                ${keys.map((key) => key.translatable)}::boolean[])
      u(id, family, style, category, ordinal, everywhere, said, translatable)
    where k.project_id = ${unplanned(projectId)} and k.id = u.id`.execute(tx);
}

/** A key whose name may be one of a plural family; those of a family have one stem. */
export type FamilyCandidate = KeyRef & { stem: string };

/** Active keys that may be in families, by stem, in parts. */
export const readFamilyCandidates = (
  tx: Db,
  projectId: ProjectRef,
  size: number,
): AsyncGenerator<FamilyCandidate[], void> =>
  readInParts(
    tx,
    'family_candidates',
    sql<FamilyCandidate>`
      select ${KEY_COLUMNS},
             regexp_replace(k.name, '(zero|one|two|few|many|other)$', '') as stem
      from translation_key k
      where k.project_id = ${projectId}::uuid and k.archived_at is null
        and k.name ~ '[_.](zero|one|two|few|many|other)$'
      order by stem, k.id`,
    size,
  );
