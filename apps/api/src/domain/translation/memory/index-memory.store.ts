import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import { lookUpKey, lookUpValue, lookUpValues } from '../../../db/look-ups.ts';
import {
  type OwnerRef,
  type ProjectRef,
  trustedOwner,
  trustedProject,
} from '../../kernel/index.ts';

/** A record that new source texts of a project must be added to the index. */
export interface MemoryChange {
  projectId: ProjectRef;
  id: string;
  hashesAll: boolean;
  /** Id of the last indexed key if `hashesAll` is true. Otherwise, id of the first key of the last indexed row. */
  afterKeyId: string;
}

/** SQL condition: at least one project has new source texts that are not indexed. */
export const isAnyMemoryChange = sql<boolean>`exists (select from memory_change)`;

/**
 * Locks and returns the first record whose project id is greater than `after`. Skips records that other
 * transactions have locked. Null if there is none.
 */
export async function takeMemoryChange(tx: Db, after: string): Promise<MemoryChange | null> {
  const { rows } = await sql<MemoryChange & { projectId: string }>`
    select project_id as "projectId", id, hashes_all as "hashesAll", after_key_id as "afterKeyId"
    from memory_change where project_id > ${after}::uuid order by project_id, id limit 1
    for update skip locked`.execute(tx);
  const [row] = rows;
  return row ? { ...row, projectId: trustedProject(row.projectId) } : null;
}

/** Stores the position after which indexing continues. A null `afterKeyId` marks the change as indexed. */
export async function advanceMemoryChange(
  tx: Db,
  { projectId, id }: MemoryChange,
  afterKeyId: string | null,
): Promise<void> {
  await (afterKeyId === null
    ? sql`delete from memory_change where project_id = ${projectId}::uuid and id = ${id}::uuid`
    : sql`
      update memory_change set after_key_id = ${afterKeyId}::uuid
      where project_id = ${projectId}::uuid and id = ${id}::uuid`
  ).execute(tx);
}

export interface SourceText {
  keyId: string;
  text: string | null;
  /** Hash of the text in the translation memory. Null if the hash is not computed yet. */
  hash: Buffer | null;
}

/** Source texts that one row of a change has written, up to 1,000. */
export interface ChangedSources {
  /** Id of the first key of the row. The rows of a change are in this order. */
  firstKeyId: string;
  sources: SourceText[];
}

/**
 * Returns the current source texts of the next row of a change. Null after the last row. Each row is
 * found by its primary key, so its cost does not grow with the number of rows.
 */
export async function readChangedSources(
  tx: Db,
  { projectId, id, afterKeyId }: MemoryChange,
): Promise<ChangedSources | null> {
  const ofChange = sql`
    c.project_id = ${projectId}::uuid and c.change_id = ${id}::uuid
    and c.locale_id = (select source_locale_id from project where id = ${projectId}::uuid)`;
  // Earlier versions of the service stored the id of another key. Indexing then begins again with the first row.
  const after = sql`coalesce((
    select c.first_key_id from change_values c
    where ${ofChange} and c.first_key_id = ${afterKeyId}::uuid), ${NIL_ID}::uuid)`;
  const { rows } = await sql<{ firstKeyId: string; localeId: number; keyIds: string[] }>`
    select c.first_key_id as "firstKeyId", c.locale_id as "localeId", c.key_ids as "keyIds"
    from change_values c
    where ${ofChange} and c.first_key_id > ${after}
    order by c.first_key_id limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { rows: sources } = await sql<SourceText>`
    select k.id as "keyId", s.text, k.source_hash as hash
    from ${lookUpValues(projectId, row.localeId, sql`${row.keyIds}`)} s
    cross join ${lookUpKey(projectId, sql`s.key_id`)} k`.execute(tx);
  return { firstKeyId: row.firstKeyId, sources };
}

export type LockedSource = SourceText & { isHeld: boolean };

/**
 * Locks a page of a project's keys in the order of their ids. Does not wait for keys that other
 * transactions have locked, because that could cause a deadlock. Such keys have `isHeld`.
 */
export async function lockAllSources(
  tx: Db,
  { projectId, afterKeyId }: MemoryChange,
  limit: number,
): Promise<LockedSource[]> {
  const { rows } = await sql<LockedSource>`
    select k.id as "keyId", s.text, free.source_hash as hash, free.id is null as "isHeld"
    from (
      select id from translation_key
      where project_id = ${projectId}::uuid and id > ${afterKeyId}::uuid
      order by id limit ${limit}
    ) k
    left join ${lookUpKey(projectId, sql`k.id`, sql`for no key update skip locked`)} free on true
    join project p on p.id = ${projectId}::uuid
    left join ${lookUpValue(projectId, sql`p.source_locale_id`, sql`k.id`)} s on true
    order by k.id`.execute(tx);
  return rows;
}

/** Returns the given hashes that the index of the organization already contains. */
export async function findKnownTexts(
  tx: Db,
  organizationId: OwnerRef,
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await sql<{ hash: Buffer }>`
    select t.source_hash as hash
    from unnest(${hashes}::bytea[]) u(hash)
    join memory_text t on t.source_hash = u.hash and t.organization_id = ${organizationId}::uuid`.execute(
    tx,
  );
  return new Set(rows.map(({ hash }) => hash.toString('hex')));
}

/** Adds source texts to the index by which similar texts are found. */
export async function insertTexts(
  tx: Db,
  organizationId: OwnerRef,
  texts: readonly { hash: Buffer; bands: readonly number[] }[],
): Promise<void> {
  await sql`
    insert into memory_text (organization_id, source_hash, bands)
    select ${organizationId}::uuid, u.hash, u.bands::integer[]
    from unnest(${texts.map(({ hash }) => hash)}::bytea[],
                ${texts.map(({ bands }) => `{${bands.join(',')}}`)}::text[]) u(hash, bands)
    order by u.hash
    on conflict do nothing`.execute(tx);
}

export interface MemoryRealm {
  organizationId: OwnerRef;
  sourceLocale: string;
  messageFormat: string;
}

export async function readRealm(tx: Db, projectId: ProjectRef): Promise<MemoryRealm> {
  const { rows } = await sql<MemoryRealm & { organizationId: string }>`
    select p.organization_id as "organizationId", l.code as "sourceLocale",
           p.settings ->> 'messageFormat' as "messageFormat"
    from project p join locale l on l.project_id = p.id and l.id = p.source_locale_id
    where p.id = ${projectId}::uuid`.execute(tx);
  const row = rows[0]!;
  return { ...row, organizationId: trustedOwner(row.organizationId) };
}

/**
 * Deletes the texts on a page of the index that are no longer the source text of any key.
 * @returns
 * the number of deleted texts and the last hash on the page
 */
export async function deleteUnusedTexts(
  db: Db,
  after: Buffer,
  limit: number,
): Promise<{ deleted: number; last: Buffer | null }> {
  const { rows } = await sql<{ deleted: number; last: Buffer | null }>`
    with page as (
      select source_hash, organization_id from memory_text
      where source_hash > ${after}::bytea order by source_hash limit ${limit}
    ), gone as (
      delete from memory_text t using page p
      where t.source_hash = p.source_hash and t.organization_id = p.organization_id
        and not exists (
          select from translation_key k
          where k.source_hash = p.source_hash and k.organization_id = p.organization_id)
      returning 1
    )
    select (select count(*)::int from gone) as deleted,
           (select source_hash from page order by source_hash desc limit 1) as last`.execute(db);
  return rows[0]!;
}
