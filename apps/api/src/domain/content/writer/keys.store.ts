import { LIMITS } from '@parlance/contracts';
import type { DeclaredPlural } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isNamed } from '../../../db/key-name.ts';
import { lookUpKey } from '../../../db/look-ups.ts';
import { unplanned } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { recordArchived, recordCreated } from '../change/change.store.ts';
import {
  SET_FIELDS,
  type SomeKeyFields,
  UNNESTED_COLUMNS,
  UNNESTED_NAMES,
  unnestedValues,
} from '../key/key.record.ts';
import type { DescriptionOrigin, KeyRef } from '../key/key-ref.ts';
import type { SourceHashes } from '../key/source-hash.ts';
import type { ChangeStamp, ContentProject } from './writing.ts';

/**
 * Inserts keys whose names are not in use, with the hashes of their source texts.
 * {@link setFamilies} stores their plural families.
 */
export async function insertKeys(
  tx: Db,
  project: ContentProject,
  keys: readonly KeyRef[],
  { changeId, now }: ChangeStamp,
  tags: readonly string[],
  hashes: readonly SourceHashes[],
): Promise<void> {
  await sql`
    with written as (
      insert into translation_key (project_id, id, organization_id, ${UNNESTED_NAMES}, name_hash,
                                   description_origin, source_version, last_source_version, unit_id,
                                   source_hash, masked_hash, tags, created_change_id, created_at, updated_at)
      select ${project.id}::uuid, u.id, ${project.organization_id}::uuid, ${UNNESTED_COLUMNS},
             name_hash(${project.id}::uuid, u.name), u.description_origin, 0, 0, u.unit_id, u.source_hash,
             u.masked_hash, ${tags}::text[], ${changeId}::uuid, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${keys.map((key) => key.id)}::uuid[], ${unnestedValues(keys)},
                  ${keys.map((key) => key.description_origin)}::text[],
                  ${keys.map((key) => key.unit_id)}::text[],
                  ${hashes.map(({ source }) => source)}::bytea[],
                  ${hashes.map(({ masked }) => masked)}::bytea[])
        u(id, ${UNNESTED_NAMES}, description_origin, unit_id, source_hash, masked_hash)
      returning id as key_id
    )
    ${recordCreated(project.id, changeId)}`.execute(tx);
}

/**
 * Marks active keys as archived. For a revert, `archivedBefore` contains the changes that archived
 * the keys first.
 */
export async function archiveKeyRows(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  { changeId, now }: ChangeStamp,
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

export async function restoreKeyRows(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  { changeId, now }: ChangeStamp,
): Promise<void> {
  await sql`
    with written as (
      update translation_key k
      set archived_at = null, archived_change_id = null, first_archived_change_id = null,
          updated_at = ${now}::timestamptz
      from (
        select k.id, coalesce(k.first_archived_change_id, k.archived_change_id) as archived_by
        from unnest(${keyIds}::uuid[]) u(id)
        cross join ${lookUpKey(projectId, sql`u.id`)} k
      ) u
      where k.project_id = ${unplanned(projectId)} and k.id = u.id
      returning k.id as key_id, u.archived_by
    )
    ${recordArchived(projectId, changeId, 'restored')}`.execute(tx);
}

export interface KeyFieldsChange {
  keyId: string;
  before: SomeKeyFields;
  after: SomeKeyFields;
}

/**
 * Updates fields of keys and adds the change to their history. After a change of names, the caller
 * must call {@link setFamilies}.
 */
export async function setFields(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly KeyFieldsChange[],
  {
    changeId,
    now,
    descriptionOrigin = 'person',
  }: ChangeStamp & { descriptionOrigin?: DescriptionOrigin },
): Promise<void> {
  await sql`
    with edited as (
      select * from unnest(${keys.map((key) => key.keyId)}::uuid[],
                           ${keys.map((key) => JSON.stringify(key.before))}::jsonb[],
                           ${keys.map((key) => JSON.stringify(key.after))}::jsonb[])
        u(id, before, after)
    ), written as (
      update translation_key k
      set ${SET_FIELDS},
          name_hash = case when u.after ? 'name' then name_hash(k.project_id, u.after ->> 'name')
                           else k.name_hash end,
          description_origin = case when u.after ? 'description' then ${descriptionOrigin}::text
                                    else k.description_origin end,
          updated_at = ${now}::timestamptz
      from edited u
      where k.project_id = ${unplanned(projectId)} and k.id = u.id
    )
    insert into key_history (project_id, change_id, key_id, before, after, at)
    select ${projectId}::uuid, ${changeId}::uuid, id, before, after, ${now}::timestamptz
    from edited`.execute(tx);
}

/** Adds a tag to keys that have fewer tags than the limit, and adds the change to their history. */
export async function addTag(
  tx: Db,
  projectId: ProjectRef,
  { keyIds, tag }: { keyIds: readonly string[]; tag: string },
  { changeId, now }: ChangeStamp,
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

/** Sets the ids that keys have in XLIFF files. These ids have no history. */
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

/**
 * Stores fields of keys, such as the plural family. These fields decide which counts include a key.
 */
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
    plural_said: DeclaredPlural | null;
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

export async function insertAliases(
  tx: Db,
  projectId: ProjectRef,
  aliases: readonly { keyId: string; name: string }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into key_alias (project_id, name_hash, name, key_id, created_at)
    select ${projectId}::uuid, name_hash(${projectId}::uuid, u.name), u.name, u.key_id, ${now}::timestamptz
    from unnest(${aliases.map(({ keyId }) => keyId)}::uuid[],
                ${aliases.map(({ name }) => name)}::text[]) u(key_id, name)`.execute(tx);
}

export async function deleteAliases(
  tx: Db,
  projectId: ProjectRef,
  names: readonly string[],
): Promise<void> {
  await sql`
    delete from key_alias a using unnest(${names}::text[]) u(name)
    where ${isNamed('a', projectId, sql`u.name`)}`.execute(tx);
}
