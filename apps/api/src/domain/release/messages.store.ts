import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import { BULK_ROWS } from '../batches.ts';

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

/** Names and texts of a locale in the order of the keys, in batches. */
export async function* readMessages(
  db: Db,
  source: MessageSource,
): AsyncGenerator<{ name: string; text: string }[], void> {
  const { projectId, localeId, fallbackLocaleId, onlyReviewed } = source;
  // Looked up key by key: of a table that was never analyzed PostgreSQL may think that it is small, and
  // a join of its choice would read the whole locale for each key.
  const textIn = (id: number | null, reviewed: boolean) => sql`
    (select v.text from translation_value v
     where v.project_id = k.project_id and v.locale_id = ${id}::smallint and v.key_id = k.id
       and (not ${reviewed}::boolean or v.state = 'reviewed'))`;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ id: string; name: string; text: string | null }>`
      select k.id, k.name,
             coalesce(${textIn(localeId, onlyReviewed)}, ${textIn(fallbackLocaleId, false)}) as text
      from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id > ${after}::uuid and k.archived_at is null
      order by k.id
      limit ${BULK_ROWS}`.execute(db);
    if (rows.length === 0) return;
    yield rows.filter((row): row is typeof row & { text: string } => row.text !== null);
    after = rows.at(-1)!.id;
  }
}
