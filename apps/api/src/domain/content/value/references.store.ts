import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpName, lookUpValue } from '../../../db/look-ups.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** Maximum number of characters of a text. */
const LENGTH = 300;

/**
 * Returns the translations of keys into a locale, by the name of the key. Leaves out texts that need
 * a review, because an engine would repeat their mistakes.
 */
export async function findReferences(
  db: Db,
  projectId: ProjectRef,
  localeTag: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; text: string }>`
    select u.name, left(v.text, ${LENGTH}) as text
    from locale l
    cross join unnest(${names}::text[]) u(name)
    join ${lookUpName('translation_key', projectId, sql`u.name`)} k on k.archived_at is null
    cross join ${lookUpValue(projectId, sql`l.id`, sql`k.id`)} v
    where l.project_id = ${projectId}::uuid and l.code = ${localeTag} and v.state <> 'needs_review'`.execute(
    db,
  );
  return new Map(rows.map(({ name, text }) => [name, text]));
}
