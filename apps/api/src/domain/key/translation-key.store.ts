import { LIMITS } from '@parlance/contracts';
import type { SaidPlural } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { containsText } from '../../db/contains-text.ts';
import { fail } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { KeyChangeColumns } from '../change/change-item.store.ts';
import type { Page } from '../paging.ts';
import { inScan, type Scan, scanPage } from '../scan.store.ts';
import type { ProjectRef } from '../tenant.ts';
import type { DescriptionOrigin, KeyRef } from './key.store.ts';

export interface TranslationKeyRow {
  id: string;
  name: string;
  description: string;
  description_origin: string;
  tags: string[];
  max_length: number | null;
  translatable: boolean;
  plural_family: string | null;
  created_at: Date;
  updated_at: Date;
  archived_at: Date | null;
  /** Oldest first. */
  previous_names: string[];
}

const KEY_CURSOR = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const COLUMNS = [
  'id',
  'name',
  'description',
  'description_origin',
  'tags',
  'max_length',
  'translatable',
  'plural_family',
  'created_at',
  'updated_at',
  'archived_at',
] as const;

async function withPreviousNames(
  db: Db,
  projectId: ProjectRef,
  keys: Omit<TranslationKeyRow, 'previous_names'>[],
): Promise<TranslationKeyRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key_id: string; name: string }>`
    select a.key_id, a.name
    from key_alias a
    where a.project_id = ${projectId}::uuid and a.key_id = any(${keys.map(({ id }) => id)}::uuid[])
    order by a.created_at, a.name`.execute(db);
  const byKey = Map.groupBy(rows, (row) => row.key_id);
  return keys.map((key) => ({
    ...key,
    previous_names: (byKey.get(key.id) ?? []).map(({ name }) => name),
  }));
}

/** @throws `not_found` */
export async function getTranslationKey(
  db: Db,
  projectId: ProjectRef,
  keyId: string,
): Promise<TranslationKeyRow> {
  const row = await db
    .selectFrom('translation_key')
    .where('project_id', '=', projectId)
    .where('id', '=', keyId)
    .select(COLUMNS)
    .executeTakeFirst();
  if (!row) fail('not_found', 'The key does not exist.');
  return (await withPreviousNames(db, projectId, [row]))[0]!;
}

export interface KeyFilter {
  withArchived: boolean;
  /** Part of the name, without regard to case. */
  q?: string;
  keyPrefix?: string;
  tag?: string;
  /** Changed since: named, described, tagged, archived, restored, or its source text. */
  updatedSince?: Date;
}

/** In the order of the imported file. */
export async function listTranslationKeys(
  db: Db,
  projectId: ProjectRef,
  filter: KeyFilter & { limit?: number; cursor?: string },
  signal: AbortSignal,
): Promise<Page<TranslationKeyRow>> {
  const limit = filter.limit ?? LIMITS.defaultPageSize;
  const after = decodeCursor(filter.cursor, KEY_CURSOR)?.[0] ?? null;
  const scanOf = (tx: Db): Scan<Omit<TranslationKeyRow, 'previous_names'>> => ({
    findEnd: (after, rows) => findKeyScanEnd(tx, projectId, after, rows),
    read(after, end, limit) {
      let query = tx
        .selectFrom('translation_key')
        .where('project_id', '=', projectId)
        .where('id', '>', after)
        .select(COLUMNS);
      if (end !== null) query = query.where('id', '<=', end);
      if (!filter.withArchived) query = query.where('archived_at', 'is', null);
      if (filter.tag !== undefined) {
        query = query.where(sql<boolean>`${filter.tag}::text = any(tags)`);
      }
      if (filter.keyPrefix !== undefined) {
        query = query.where(sql<boolean>`starts_with(name, ${filter.keyPrefix}::text)`);
      }
      if (filter.q !== undefined) query = query.where(containsText(sql`name`, filter.q));
      if (filter.updatedSince !== undefined) {
        query = query.where('updated_at', '>=', filter.updatedSince);
      }
      return query.orderBy('id').limit(limit).execute();
    },
    idOf: (row) => row.id,
  });
  const { rows, next } = await inScan(db, (tx) => scanPage(scanOf(tx), { after, limit, signal }));
  const nextCursor = next === null ? null : encodeCursor(next);
  return { rows: await withPreviousNames(db, projectId, rows), nextCursor, limit };
}

/** Id of the `rows`-th key after `after`. */
export async function findKeyScanEnd(
  db: Db,
  projectId: ProjectRef,
  after: string,
  rows: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('translation_key')
    .where('project_id', '=', projectId)
    .where('id', '>', after)
    .select('id')
    .orderBy('id')
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A key as an edit needs it. */
export interface EditedKey extends KeyRef {
  tags: string[];
  max_length: number | null;
}

const selectEdited = (db: Db, projectId: ProjectRef) =>
  db
    .selectFrom('translation_key')
    .where('project_id', '=', projectId)
    .select([
      'id',
      'name',
      sql<boolean>`archived_at is not null`.as('archived'),
      'source_version',
      'description',
      sql<DescriptionOrigin>`description_origin`.as('description_origin'),
      'plural_family',
      'plural_style',
      'plural_category',
      'plural_ordinal',
      'plural_everywhere',
      sql<SaidPlural | null>`plural_said`.as('plural_said'),
      'translatable',
      'tags',
      'max_length',
      'unit_id',
    ]);

/** Reads a key; with `lock`, its row is the caller's until the transaction ends. @throws `not_found` */
export async function getEditedKey(
  tx: Db,
  projectId: ProjectRef,
  keyId: string,
  options: { lock: boolean },
): Promise<EditedKey> {
  const query = selectEdited(tx, projectId).where('id', '=', keyId);
  const row = await (options.lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  return row ?? fail('not_found', 'The key does not exist.');
}

/** The keys with these ids, in the order of the ids, archived ones included. */
export const findEditedKeys = (
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<EditedKey[]> =>
  selectEdited(db, projectId)
    .where('id', '=', sql<string>`any(${keyIds}::uuid[])`)
    .orderBy('id')
    .execute();

/** The caller holds the content lock and knows that a new name is free. */
export async function updateKeyRow(
  tx: Db,
  projectId: ProjectRef,
  keyId: string,
  change: KeyChangeColumns,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('translation_key')
    .set({
      updated_at: now,
      ...(change.name === undefined
        ? {}
        : { name: change.name, name_hash: sql<Buffer>`name_hash(${change.name}::text)` }),
      ...(change.description === undefined
        ? {}
        : { description: change.description, description_origin: 'person' }),
      ...(change.tags === undefined ? {} : { tags: change.tags }),
      ...(change.maxLength === undefined ? {} : { max_length: change.maxLength }),
      ...(change.translatable === undefined ? {} : { translatable: change.translatable }),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', keyId)
    .execute();
}

/** Remembers a name that a key no longer bears. */
export async function insertAlias(
  tx: Db,
  projectId: ProjectRef,
  alias: { keyId: string; name: string; now: Date },
): Promise<void> {
  await sql`
    insert into key_alias (project_id, name_hash, name, key_id, created_at)
    values (${projectId}::uuid, name_hash(${alias.name}::text), ${alias.name}, ${alias.keyId}::uuid,
            ${alias.now}::timestamptz)`.execute(tx);
}

/** A key bears this name now: it no longer stands for one that was called so before. */
export async function deleteAlias(tx: Db, projectId: ProjectRef, name: string): Promise<void> {
  await sql`
    delete from key_alias
    where project_id = ${projectId}::uuid and name_hash = name_hash(${name}::text)`.execute(tx);
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
