import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/**
 * Number of texts of the oldest keys that are read. The same number of texts of the newest keys is
 * read.
 */
const TEXTS = 1_000;
/** Maximum length of a text in bytes. Longer texts are left out. */
const MAX_BYTES = 1_000;

/**
 * Returns the source texts of the oldest and the newest keys of a project, without duplicates and
 * without long texts. A project of any size costs the same.
 */
export async function readSourceSample(db: Db, projectId: ProjectRef): Promise<string[]> {
  const half = (direction: 'asc' | 'desc') => sql`
    (select v.text from translation_value v
     where v.project_id = ${projectId}::uuid
       and v.locale_id = (select p.source_locale_id from project p where p.id = ${projectId}::uuid)
     order by v.key_id ${sql.raw(direction)} limit ${TEXTS})`;
  const { rows } = await sql<{ text: string }>`
    select text from (${half('asc')} union ${half('desc')}) sample
    where octet_length(text) <= ${MAX_BYTES}`.execute(db);
  return rows.map(({ text }) => text);
}
