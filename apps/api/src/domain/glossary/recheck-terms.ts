import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { recheckKeys } from '../content/rechecks.ts';
import { lockWithChildren } from '../project/project.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { findKeysWithTerms } from './glossary-term.store.ts';

/**
 * Has the translations of all source texts that may have one of these terms checked again, in the
 * project and in its child projects: terms were added, changed, archived or restored.
 */
export async function recheckTerms(
  tx: Db,
  tasks: Deps['tasks'],
  projectId: ProjectRef,
  terms: readonly string[],
): Promise<void> {
  // Changes of a parent's terms and of a child's go one after the other.
  for (const { id, source_locale_id } of await lockWithChildren(tx, projectId)) {
    const keyIds = await findKeysWithTerms(tx, id, source_locale_id, terms);
    await recheckKeys(tx, id, keyIds);
    if (keyIds.length > 0) await tasks.enqueue(tx, 'check-values', { projectId: id });
  }
}
