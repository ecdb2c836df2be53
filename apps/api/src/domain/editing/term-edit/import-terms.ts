import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '@parlance/contracts';
import { FormatError, readTermsCsv, type TermRow } from '@parlance/formats';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import {
  findSameTerm,
  type GlossaryTermRow,
  insertTerm,
  recheckTerms,
  type TermColumns,
  updateTermRow,
} from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { type EditCall, editProject } from '../../project/index.ts';
import { TERM_LOCKS } from './create-term.ts';

const FILE_LIMITS = {
  nameLength: LIMITS.nameLength,
  noteLength: LIMITS.descriptionLength,
  terms: LIMITS.termsPerImport,
  locales: LIMITS.localesPerProject,
};

export interface ImportedTerms {
  created: number;
  updated: number;
  unchanged: number;
}

/** A term of the imported file, with the existing term that it updates. */
interface PlannedTerm {
  earlier: GlossaryTermRow | null;
  columns: TermColumns;
}

/**
 * Creates and updates terms from a CSV file, or writes nothing if a row is invalid.
 * @throws FormatError if the file cannot be read or has two rows for the same term; `archived`
 */
export async function importTerms(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: EditCall & { csv: string; dryRun?: boolean },
): Promise<ImportedTerms> {
  return editProject(deps, input, TERM_LOCKS, async ({ tx, project, now }) => {
    const rows = readTermsCsv(input.csv, FILE_LIMITS);
    const planned = await planTerms(tx, project.id, rows);
    const added = planned.filter(({ earlier }) => earlier === null);
    const changed = planned.filter(
      ({ earlier, columns }) =>
        earlier !== null && !isDeepStrictEqual({ ...earlier, ...columns }, earlier),
    );
    const unchanged = planned.length - added.length - changed.length;
    const counts = { created: added.length, updated: changed.length, unchanged };
    if (input.dryRun || unchanged === planned.length) return counts;
    for (const { columns } of added) await insertTerm(tx, project.id, columns, now);
    for (const { earlier, columns } of changed) {
      await updateTermRow(tx, { ...earlier!, ...columns }, now);
    }
    const terms = [...added, ...changed].flatMap(({ earlier, columns }) =>
      earlier === null ? [columns.term] : [earlier.term, columns.term],
    );
    await recheckTerms(tx, project.id, [...new Set(terms)]);
    return counts;
  });
}

async function planTerms(
  tx: Db,
  projectId: ProjectRef,
  rows: readonly TermRow[],
): Promise<PlannedTerm[]> {
  const planned: PlannedTerm[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    const named = { term: row.term, case_sensitive: row.caseSensitive ?? false };
    const earlier = await findSameTerm(tx, projectId, named, null);
    const line = earlier && lines.get(earlier.id);
    if (line) {
      throw new FormatError(`line ${line} is about the same term of the glossary`, {
        path: row.term,
        line: row.line,
      });
    }
    if (earlier) lines.set(earlier.id, row.line);
    planned.push({ earlier, columns: columnsOf(row, earlier) });
  }
  return planned;
}

const columnsOf = (row: TermRow, earlier: GlossaryTermRow | null): TermColumns => ({
  term: row.term,
  translations: { ...earlier?.translations, ...row.translations },
  do_not_translate: row.doNotTranslate ?? earlier?.do_not_translate ?? false,
  case_sensitive: row.caseSensitive ?? earlier?.case_sensitive ?? false,
  note: row.note ?? earlier?.note ?? '',
});
