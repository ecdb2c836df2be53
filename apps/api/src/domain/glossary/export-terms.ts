import { writeTermsCsv } from '@parlance/formats';
import type { Deps } from '../../deps.ts';
import { ownerOf, type Principal } from '../principal.ts';
import { getProject } from '../project/project.store.ts';
import { findOwnTerms } from './glossary-term.store.ts';

/** The active terms of a project as CSV. */
export async function exportTerms(
  { db }: Pick<Deps, 'db'>,
  principal: Principal,
  projectId: string,
): Promise<{ csv: string; terms: number }> {
  const project = await getProject(db, ownerOf(principal), projectId);
  const rows = await findOwnTerms(db, project.id);
  const csv = writeTermsCsv(
    rows.map(({ term, note, translations, ...flags }) => ({
      ...{ term, note, translations },
      doNotTranslate: flags.do_not_translate,
      caseSensitive: flags.case_sensitive,
    })),
  );
  return { csv, terms: rows.length };
}
