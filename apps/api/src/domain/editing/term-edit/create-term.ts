import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import {
  findSameTerm,
  type GlossaryTermRow,
  insertTerm,
  recheckTerms,
  requireTranslations,
} from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { type EditCall, editProject } from '../../project/index.ts';

/**
 * Locks for a change of terms. The change waits until running edits of values end, because an edit
 * checks its value against the terms.
 */
export const TERM_LOCKS = { rules: 'exclusive' } as const;

export interface TermFields {
  translations?: Readonly<Record<string, string>>;
  doNotTranslate?: boolean;
  caseSensitive?: boolean;
  note?: string;
}

/**
 * Adds a term to a project's glossary.
 * @throws `validation_failed`, `conflict`
 */
export async function createTerm(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: EditCall & TermFields & { term: string },
): Promise<GlossaryTermRow> {
  const columns = {
    term: input.term,
    translations: requireTranslations(input.translations ?? {}),
    do_not_translate: input.doNotTranslate ?? false,
    case_sensitive: input.caseSensitive ?? false,
    note: input.note ?? '',
  };
  return editProject(deps, input, TERM_LOCKS, async ({ tx, project, now }) => {
    await requireNewTerm(tx, project.id, columns, null);
    const row = await insertTerm(tx, project.id, columns, now);
    await recheckTerms(tx, project.id, [row.term]);
    return row;
  });
}

/** @throws `conflict` with the existing term, if a term matches the same words */
export async function requireNewTerm(
  tx: Db,
  projectId: ProjectRef,
  term: { term: string; case_sensitive: boolean },
  exceptId: string | null,
): Promise<void> {
  const same = await findSameTerm(tx, projectId, term, exceptId);
  if (same) fail('conflict', `The glossary already has the term ${same.term} (${same.id}).`);
}
