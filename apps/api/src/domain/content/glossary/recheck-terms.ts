import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { insertRechecks } from '../recheck/recheck.store.ts';
import { findKeysWithTerms, listWithChildren } from './glossary-term.store.ts';

/**
 * Requests a check of all translations whose source text may contain one of these terms, in the
 * project and its child projects.
 */
export async function recheckTerms(
  tx: Db,
  projectId: ProjectRef,
  terms: readonly string[],
): Promise<void> {
  for (const { id, source_locale_id } of await listWithChildren(tx, projectId)) {
    const keyIds = await findKeysWithTerms(tx, id, source_locale_id, terms);
    await insertRechecks(tx, id, [{ reason: 'terms', keyIds }]);
  }
}
