import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import { fail } from '../../errors.ts';
import { type Page, type PageQuery, pageOf } from '../paging.ts';
import { containsText } from '../value/contains-text.ts';

export interface GlossaryTermRow {
  id: string;
  term: string;
  /** By canonical locale tag. */
  translations: Record<string, string>;
  do_not_translate: boolean;
  case_sensitive: boolean;
  note: string;
  archived_at: Date | null;
}

const COLUMNS = [
  'id',
  'term',
  'translations',
  'do_not_translate',
  'case_sensitive',
  'note',
  'archived_at',
] as const;

const selectTerms = (db: Db, projectId: string) =>
  db
    .selectFrom('glossary_term')
    .where('project_id', '=', projectId)
    .select(COLUMNS)
    .$castTo<GlossaryTermRow>();

/** Oldest first; `q` is a part of the term or of a translation. */
export async function listTerms(
  db: Db,
  projectId: string,
  page: PageQuery & { withArchived: boolean; q?: string },
): Promise<Page<GlossaryTermRow>> {
  const { q } = page;
  let query = selectTerms(db, projectId);
  if (!page.withArchived) query = query.where('archived_at', 'is', null);
  if (page.after !== null) query = query.where('id', '>', page.after);
  if (q !== undefined) {
    const isTranslated = sql<boolean>`exists (
      select from jsonb_each_text(translations) t where ${containsText(sql`t.value`, q)})`;
    query = query.where((eb) => eb.or([containsText(sql`term`, q), isTranslated]));
  }
  const rows = await query
    .orderBy('id')
    .limit(page.limit + 1)
    .execute();
  return pageOf(rows, page.limit, (row) => row.id);
}

/** @throws `not_found` */
export async function getTerm(db: Db, projectId: string, termId: string): Promise<GlossaryTermRow> {
  const row = await selectTerms(db, projectId).where('id', '=', termId).executeTakeFirst();
  return row ?? fail('not_found', 'There is no such glossary term.');
}

/**
 * The living term that would match the same words as this one: it is written alike, or differs in
 * case only where neither of the two minds case.
 */
export async function findSameTerm(
  db: Db,
  projectId: string,
  term: { term: string; case_sensitive: boolean },
  exceptId: string | null,
): Promise<GlossaryTermRow | null> {
  let query = selectTerms(db, projectId)
    .where('archived_at', 'is', null)
    .where(
      sql<boolean>`(term = ${term.term} or not case_sensitive and not ${term.case_sensitive}::boolean
        and lower(term collate search_fold) = lower(${term.term}::text collate search_fold))`,
    );
  if (exceptId !== null) query = query.where('id', '<>', exceptId);
  return (await query.limit(1).executeTakeFirst()) ?? null;
}

export type TermColumns = Omit<GlossaryTermRow, 'id' | 'archived_at'>;

export async function insertTerm(
  tx: Db,
  projectId: string,
  term: TermColumns,
  now: Date,
): Promise<GlossaryTermRow> {
  const { translations, ...columns } = term;
  return tx
    .insertInto('glossary_term')
    .values({
      ...columns,
      project_id: projectId,
      id: newId(),
      translations: JSON.stringify(translations),
      created_at: now,
      updated_at: now,
    })
    .returning(COLUMNS)
    .$castTo<GlossaryTermRow>()
    .executeTakeFirstOrThrow();
}

export async function updateTermRow(
  tx: Db,
  projectId: string,
  { id, translations, ...columns }: GlossaryTermRow,
  now: Date,
): Promise<GlossaryTermRow> {
  return tx
    .updateTable('glossary_term')
    .set({ ...columns, translations: JSON.stringify(translations), updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .$castTo<GlossaryTermRow>()
    .executeTakeFirstOrThrow();
}

/**
 * What applies to a project: its own living terms and its parent's. Of two that are written alike the
 * project's own one counts.
 */
export async function listEffectiveTerms(
  db: Db,
  project: { id: string; parent_id: string | null },
): Promise<GlossaryTermRow[]> {
  const terms = new Map<string, GlossaryTermRow>();
  for (const projectId of [project.parent_id, project.id]) {
    if (projectId === null) continue;
    const rows = await selectTerms(db, projectId)
      .where('archived_at', 'is', null)
      .orderBy('id')
      .execute();
    for (const row of rows) terms.set(row.term, row);
  }
  return [...terms.values()];
}
