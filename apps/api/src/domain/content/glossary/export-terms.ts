import { writeTermsCsv } from '@parlance/formats';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { findOwnTerms } from './glossary-term.store.ts';

export async function exportTerms(
  { db }: { readonly db: Db },
  projectId: ProjectRef,
): Promise<{ csv: string; terms: number }> {
  const rows = await findOwnTerms(db, projectId);
  const csv = writeTermsCsv(
    rows.map(({ term, note, translations, ...flags }) => ({
      term,
      note,
      translations,
      doNotTranslate: flags.do_not_translate,
      caseSensitive: flags.case_sensitive,
    })),
  );
  return { csv, terms: rows.length };
}
