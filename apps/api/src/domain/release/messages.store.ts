import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';

/** What of a locale goes into a release. */
export interface MessageSource {
  projectId: string;
  localeId: number;
  /** The source locale, whose texts stand in for missing ones; null: what is missing stays out. */
  fallbackLocaleId: number | null;
  onlyReviewed: boolean;
}

/**
 * A fingerprint of all that a locale's messages are made from. Two are equal only where no key was
 * made, renamed, archived or restored and no value changed between them: each row counts by its id
 * and its version.
 */
export async function fingerprintMessages(db: Db, source: MessageSource): Promise<string> {
  const { projectId, localeId, fallbackLocaleId, onlyReviewed } = source;
  const valuesOf = (id: number, reviewed: boolean) => sql`
    (select count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(v.id, v.version)), 0)
     from translation_value v
     where v.project_id = ${unplanned(projectId)} and v.locale_id = ${id}::smallint
       and (not ${reviewed}::boolean or v.state = 'reviewed'))`;
  const { rows } = await sql<{ keys: string; own: string; fallback: string }>`
    select
      (select count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(k.id, hashtextextended(k.name, 0))), 0)
       from translation_key k
       where k.project_id = ${unplanned(projectId)} and k.archived_at is null) as keys,
      ${valuesOf(localeId, onlyReviewed)} as own,
      ${fallbackLocaleId === null ? sql`''` : valuesOf(fallbackLocaleId, false)} as fallback`.execute(
    db,
  );
  const { keys, own, fallback } = rows[0]!;
  return [keys, own, fallbackLocaleId ?? 'none', fallback].join('/');
}

/** A blob that is there, and what it holds. */
export interface StoredMessages {
  sha256: Buffer;
  key_count: number;
  size_bytes: number;
}

/**
 * Stores a locale's messages as a blob: their flat JSON, byte for byte as `JSON.stringify` writes it, in
 * the order of the keys. PostgreSQL makes it where they are, so that a million of them pass neither the
 * connection nor this process.
 */
export async function storeMessages(
  tx: Db,
  source: MessageSource,
  now: Date,
): Promise<StoredMessages> {
  const { projectId, localeId, fallbackLocaleId, onlyReviewed } = source;
  // Looked up key by key: of a table that was never analyzed PostgreSQL may think that it is small, and
  // a join of its choice would read the whole locale for each key.
  const textIn = (id: number | null, reviewed: boolean) => sql`
    (select v.text from translation_value v
     where v.project_id = k.project_id and v.locale_id = ${id}::smallint and v.key_id = k.id
       and (not ${reviewed}::boolean or v.state = 'reviewed'))`;
  const { rows } = await sql<StoredMessages>`
    with message as (
      select k.id, k.name,
             coalesce(${textIn(localeId, onlyReviewed)}, ${textIn(fallbackLocaleId, false)}) as text
      from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.archived_at is null
      order by k.id
      -- Else each text is looked up once for every place that names it.
      offset 0
    ), joined as (
      select count(*) as key_count,
             string_agg(convert_to(to_json(name)::text || ':' || to_json(text)::text, 'UTF8'),
                        ','::bytea order by id) as members
      from message where text is not null
    ), flat as (
      select key_count, '{'::bytea || coalesce(members, '') || '}'::bytea as content from joined
      offset 0
    ), blob as materialized (
      select sha256(content) as sha256, content, key_count, length(content) as size_bytes from flat
    ), stored as (
      insert into bundle_blob (project_id, sha256, content, key_count, created_at)
      select ${projectId}::uuid, sha256, content, key_count, ${now}::timestamptz from blob
      on conflict (project_id, sha256) do nothing
    )
    select sha256, key_count, size_bytes from blob`.execute(tx);
  return rows[0]!;
}
