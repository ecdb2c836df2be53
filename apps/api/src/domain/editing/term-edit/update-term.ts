import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import {
  type GlossaryTermRow,
  getTerm,
  recheckTerms,
  requireTranslations,
  updateTermRow,
} from '../../content/index.ts';
import { auditEdit, type EditCall, editProject } from '../../project/index.ts';
import { requireNewTerm, TERM_LOCKS, type TermFields } from './create-term.ts';

export interface TermInput extends EditCall, TermFields {
  termId: string;
  term?: string;
  archived?: boolean;
}

/**
 * Changes, archives or restores a term.
 * @throws `not_found`, `validation_failed`, `archived`, `conflict`
 */
export async function updateTerm(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: TermInput,
): Promise<GlossaryTermRow> {
  const translations = input.translations && requireTranslations(input.translations);
  return editProject(deps, input, TERM_LOCKS, async ({ tx, project, now }) => {
    const before = await getTerm(tx, project.id, input.termId);
    const wasArchived = before.archived_at !== null;
    const archived = input.archived ?? wasArchived;
    const after: GlossaryTermRow = {
      ...before,
      term: input.term ?? before.term,
      translations: translations ?? before.translations,
      do_not_translate: input.doNotTranslate ?? before.do_not_translate,
      case_sensitive: input.caseSensitive ?? before.case_sensitive,
      note: input.note ?? before.note,
      archived_at: archived ? (before.archived_at ?? now) : null,
    };
    if (isDeepStrictEqual(after, before)) return before;
    if (wasArchived && archived) {
      fail('archived', 'The term is archived. Restore it with PATCH { "archived": false }.');
    }
    if (!archived) await requireNewTerm(tx, project.id, after, after.id);
    const row = await updateTermRow(tx, after, now);
    await recheckTerms(tx, project.id, [before.term, row.term]);
    if (archived !== wasArchived) {
      const action = archived ? 'glossary_term.archive' : 'glossary_term.restore';
      await auditEdit(tx, input, { action, id: row.id, name: row.term, now });
    }
    return row;
  });
}
