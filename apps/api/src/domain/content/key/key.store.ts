import { LIMITS } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import { idsInOrder, lookUpKey, lookUpName } from '../../../db/look-ups.ts';
import { containsText } from '../../../db/statements/contains-text.ts';
import { readInParts } from '../../../db/statements/read-in-parts.ts';
import { fail } from '../../../errors.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import {
  type ArchivedFilter,
  inScan,
  isListed,
  type Page,
  type ProjectRef,
  type Scan,
  scanPage,
} from '../../kernel/index.ts';
import { KEY_FIELD_COLUMNS, type KeyFieldColumns, selectedFields } from './key.record.ts';
import type { KeyRef } from './key-ref.ts';

export const KEY_COLUMNS = sql`
  k.id, ${selectedFields()}, k.archived_at is not null as archived, k.source_version, k.plural_family,
  k.plural_style, k.plural_category, k.plural_ordinal, k.plural_everywhere, k.plural_said, k.unit_id,
  k.description_origin`;

/** Finds active and archived keys by their names, in no particular order. */
export async function findKeysByNames(
  db: Db,
  projectId: ProjectRef,
  names: readonly string[],
): Promise<KeyRef[]> {
  const { rows } = await sql<KeyRef>`
    select ${KEY_COLUMNS}
    from unnest(${names}::text[]) u(name)
    cross join ${lookUpName('translation_key', projectId, sql`u.name`)} k`.execute(db);
  return rows;
}

export async function hasKeys(db: Db, projectId: ProjectRef): Promise<boolean> {
  const row = await db
    .selectFrom('translation_key')
    .where('project_id', '=', projectId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findKeysByFormerNames(
  db: Db,
  projectId: ProjectRef,
  names: readonly string[],
): Promise<Map<string, KeyRef>> {
  const { rows } = await sql<KeyRef & { former_name: string }>`
    select a.name as former_name, ${KEY_COLUMNS}
    from unnest(${names}::text[]) u(name)
    cross join ${lookUpName('key_alias', projectId, sql`u.name`)} a
    cross join ${lookUpKey(projectId, sql`a.key_id`)} k`.execute(db);
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

/**
 * Reads a key. With `lock`, the key is locked until the transaction ends.
 * @throws `not_found`
 */
export async function getKey(
  db: Db,
  projectId: ProjectRef,
  keyId: string,
  lock?: keyof typeof KEY_LOCKS,
): Promise<KeyRef> {
  const { rows } = await sql<KeyRef>`
    select ${KEY_COLUMNS}
    from translation_key k
    where k.project_id = ${projectId}::uuid and k.id = ${keyId}::uuid
    ${lock ? KEY_LOCKS[lock] : sql``}`.execute(db);
  return rows[0] ?? fail('not_found', 'The key does not exist.');
}

/** Returns a page of the active and archived keys in the order of their ids. */
export async function listKeys(
  db: Db,
  projectId: ProjectRef,
  page: { after: string | null; limit: number },
): Promise<KeyRef[]> {
  const after = page.after ?? NIL_ID;
  const { rows } = await sql<KeyRef>`
    select ${KEY_COLUMNS}
    from translation_key k
    where k.project_id = ${projectId}::uuid and k.id > ${after}::uuid
    order by k.id
    limit ${page.limit}`.execute(db);
  return rows;
}

/** Returns the keys with the given ids, archived keys included, sorted by id. */
export async function findKeysByIds(
  db: Db,
  projectId: ProjectRef,
  ids: readonly string[],
): Promise<KeyRef[]> {
  const { rows } = await sql<KeyRef>`
    select ${KEY_COLUMNS}
    from ${idsInOrder(ids)} u cross join ${lookUpKey(projectId, sql`u.id`)} k
    order by u.id`.execute(db);
  return rows;
}

/**
 * Locks keys until the transaction ends, in the order of their ids, which avoids deadlocks.
 * `exclusive` also prevents other transactions from inserting values of the keys. Several
 * transactions can hold a `counted` lock on the same key at the same time.
 */
export async function lockKeys(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  mode: keyof typeof KEY_LOCKS,
): Promise<KeyRef[]> {
  const { rows } = await sql<KeyRef>`
    select ${KEY_COLUMNS}
    from ${idsInOrder(keyIds)} u cross join ${lookUpKey(projectId, sql`u.id`, KEY_LOCKS[mode])} k
    order by u.id`.execute(tx);
  return rows;
}

export const KEY_LOCKS = {
  exclusive: sql`for update`,
  update: sql`for no key update`,
  counted: sql`for share`,
  shared: sql`for key share`,
};

/**
 * A key that may be a plural form by its name. The stem is the name without the plural category.
 */
export type FamilyCandidate = KeyRef & { stem: string };

/**
 * Yields the active keys that may be plural forms by their names, in batches and in the order of
 * their stems.
 */
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

export interface TranslationKeyRow extends KeyFieldColumns {
  id: string;
  description_origin: string;
  plural_family: string | null;
  created_at: Date;
  updated_at: Date;
  archived_at: Date | null;
  previous_names: string[];
}

const KEY_CURSOR = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const COLUMNS = [
  ...KEY_FIELD_COLUMNS,
  'id',
  'description_origin',
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

export interface KeyFilter extends ArchivedFilter {
  /** Finds keys whose name contains this text, regardless of case. */
  q?: string;
  keyPrefix?: string;
  tag?: string;
  /**
   * Selects keys that were changed since a time: edited, archived or restored, or with a new source
   * text.
   */
  updatedSince?: Date;
}

/**
 * Lists keys in the order of their ids. Imported keys have the order of the file in which they were
 * first imported.
 */
export async function listTranslationKeys(
  db: Db,
  projectId: ProjectRef,
  filter: KeyFilter & { limit?: number; cursor?: string },
  signal: AbortSignal,
): Promise<Page<TranslationKeyRow>> {
  const limit = filter.limit ?? LIMITS.defaultPageSize;
  const after = decodeCursor(filter.cursor, KEY_CURSOR)?.[0] ?? null;
  const scanOf = (tx: Db): Scan<Omit<TranslationKeyRow, 'previous_names'>> => ({
    findEnd: (after, rows) => findKeyScanEnd(tx, projectId, after, rows, filter.onlyArchived),
    read(after, end, limit) {
      let query = tx
        .selectFrom('translation_key')
        .where('project_id', '=', projectId)
        .where('id', '>', after)
        .where(isListed(sql`archived_at`, filter))
        .select(COLUMNS);
      if (end !== null) query = query.where('id', '<=', end);
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

/**
 * Returns the id of the key that follows `after` by `rows` keys. `onlyArchived` counts only
 * archived keys.
 */
export async function findKeyScanEnd(
  db: Db,
  projectId: ProjectRef,
  after: string,
  rows: number,
  onlyArchived = false,
): Promise<string | null> {
  const row = await db
    .selectFrom('translation_key')
    .where('project_id', '=', projectId)
    .where('id', '>', after)
    .$if(onlyArchived, (query) => query.where('archived_at', 'is not', null))
    .select('id')
    .orderBy('id')
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
