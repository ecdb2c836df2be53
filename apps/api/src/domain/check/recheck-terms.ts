import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { rangesOf } from '../batches.ts';
import { containsText } from '../value/contains-text.ts';
import { resetChecks } from '../value/reset-checks.ts';

/**
 * Has the translations of all source texts that may have one of these terms checked anew, in the
 * project and in those below it: terms were added, changed, archived or restored.
 */
export async function recheckTerms(
  tx: Db,
  tasks: Deps['tasks'],
  projectId: string,
  terms: readonly string[],
): Promise<void> {
  const projects = await tx
    .selectFrom('project')
    .where((eb) => eb.or([eb('id', '=', projectId), eb('parent_id', '=', projectId)]))
    .select(['id', 'source_locale_id'])
    .orderBy('id')
    // Changes of a parent's terms and of a child's go one after the other.
    .forNoKeyUpdate()
    .execute();
  for (const { id, source_locale_id } of projects) {
    const keyIds = await findKeysWithTerms(tx, id, source_locale_id, terms);
    for (const [from, to] of rangesOf(keyIds.length)) {
      await resetChecks(tx, id, keyIds.slice(from, to));
    }
    if (keyIds.length > 0) await tasks.enqueue(tx, 'check-values', { projectId: id });
  }
}

async function findKeysWithTerms(
  tx: Db,
  projectId: string,
  sourceLocaleId: number,
  terms: readonly string[],
): Promise<string[]> {
  // An English plural keeps all of its singular but a last y.
  const stems = new Set(terms.map((term) => term.replace(/(?<=.)y$/i, '')));
  const isFound = [...stems].map((stem) => containsText(sql`v.text`, stem));
  const { rows } = await sql<{ key_id: string }>`
    select v.key_id from translation_value v
    where v.project_id = ${projectId}::uuid and v.locale_id = ${sourceLocaleId}::smallint
      and (${sql.join(isFound, sql` or `)})
    order by v.key_id`.execute(tx);
  return rows.map((row) => row.key_id);
}
