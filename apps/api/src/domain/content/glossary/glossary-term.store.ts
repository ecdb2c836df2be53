import { foldText } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { containsText, isLike, mayDiffer } from '../../../db/statements/contains-text.ts';
import { fail } from '../../../errors.ts';
import {
  type Page,
  type PageQuery,
  type ProjectRef,
  pageById,
  type RowOf,
  recordOf,
  trustedProject,
} from '../../kernel/index.ts';
import { foldKindsIn } from '../value/value.store.ts';

export const GLOSSARY_TERM = recordOf(
  'glossary_term',
  {
    id: 'id',
    projectId: 'project_id',
    term: 'term',
    translations: 'translations',
    doNotTranslate: 'do_not_translate',
    caseSensitive: 'case_sensitive',
    note: 'note',
    archivedAt: 'archived_at',
  },
  [],
);
export interface GlossaryTermRow extends RowOf<typeof GLOSSARY_TERM> {
  /** Translations of the term, by canonical locale tag. */
  translations: Record<string, string>;
}

const selectTerms = (db: Db, projectId: ProjectRef) =>
  db
    .selectFrom('glossary_term')
    .where('project_id', '=', projectId)
    .select(GLOSSARY_TERM.columns)
    .$castTo<GlossaryTermRow>();

/** A project, with the parent project whose terms also apply to it. */
interface TermProject {
  id: ProjectRef;
  parent_id: string | null;
}

/**
 * SQL for the terms that apply to a project: its own terms, and the terms of its parent that the
 * project does not override.
 */
async function selectApplyingTerms(db: Db, project: TermProject) {
  const overridden = await findOverriddenTerms(db, project);
  return db
    .selectFrom('glossary_term')
    .where('project_id', 'in', [project.id, project.parent_id ?? project.id])
    .where(
      sql<boolean>`(project_id = ${project.id}::uuid
        or archived_at is null and id <> all(${overridden}::uuid[]))`,
    )
    .select(GLOSSARY_TERM.columns)
    .$castTo<GlossaryTermRow>();
}

/** Returns the ids of the parent's terms that the project overrides with equal terms. */
async function findOverriddenTerms(db: Db, project: TermProject): Promise<string[]> {
  if (project.parent_id === null) return [];
  const rows = await db
    .selectFrom('glossary_term')
    .where('project_id', 'in', [project.id, project.parent_id])
    .where('archived_at', 'is', null)
    .select(['id', 'project_id', 'term'])
    .execute();
  const isOwn = (row: { project_id: string }) => row.project_id === project.id;
  const ownTerms = new Set(rows.filter(isOwn).map(({ term }) => foldText(term)));
  if (ownTerms.size === 0) return [];
  return rows.filter((row) => !isOwn(row) && ownTerms.has(foldText(row.term))).map(({ id }) => id);
}

export const findOwnTerms = (db: Db, projectId: ProjectRef): Promise<GlossaryTermRow[]> =>
  selectTerms(db, projectId).where('archived_at', 'is', null).orderBy('id').execute();

/** Maximum number of characters of a note that are sent to a language model. */
const NOTE_LENGTH = 200;

/** The columns of a term that checks and translations need. Long notes are truncated. */
export type AppliedTermRow = Omit<GlossaryTermRow, 'archived_at'>;

/** Lists the active terms of a project and all active terms of its parent, the oldest first. */
export function findActiveTerms(
  db: Db,
  projectId: ProjectRef,
  limit: number,
): Promise<AppliedTermRow[]> {
  return db
    .selectFrom('glossary_term')
    .where('project_id', 'in', (eb) =>
      eb
        .selectFrom('project')
        .where('id', '=', projectId)
        .select(sql<string>`unnest(array[id, parent_id])`.as('id')),
    )
    .where('archived_at', 'is', null)
    .select(['id', 'project_id', 'term', 'translations', 'do_not_translate', 'case_sensitive'])
    .select(sql<string>`left(note, ${NOTE_LENGTH})`.as('note'))
    .orderBy('id')
    .limit(limit)
    .$castTo<AppliedTermRow>()
    .execute();
}

/**
 * Lists the terms that apply to a project, the oldest first. `q` is a part of the term or of a
 * translation.
 */
export async function listTerms(
  db: Db,
  project: { id: ProjectRef; parent_id: string | null },
  page: PageQuery & { withArchived: boolean; withInherited: boolean; q?: string },
): Promise<Page<GlossaryTermRow>> {
  const { q } = page;
  let query = page.withInherited
    ? await selectApplyingTerms(db, project)
    : selectTerms(db, project.id);
  if (!page.withArchived) query = query.where('archived_at', 'is', null);
  if (q !== undefined) {
    const isTranslated = sql<boolean>`exists (
      select from jsonb_each_text(translations) t where ${containsText(sql`t.value`, q)})`;
    query = query.where((eb) => eb.or([containsText(sql`term`, q), isTranslated]));
  }
  return pageById(query, page, 'asc');
}

/** @throws `not_found` */
export async function getTerm(
  db: Db,
  projectId: ProjectRef,
  termId: string,
): Promise<GlossaryTermRow> {
  const row = await selectTerms(db, projectId).where('id', '=', termId).executeTakeFirst();
  return row ?? fail('not_found', 'The glossary term does not exist.');
}

/**
 * Finds an active term that matches the same words: an equal term, or a term that folds to the same
 * text if both ignore case.
 */
export async function findSameTerm(
  db: Db,
  projectId: ProjectRef,
  term: { term: string; case_sensitive: boolean },
  exceptId: string | null,
): Promise<GlossaryTermRow | null> {
  let query = selectTerms(db, projectId)
    .where('archived_at', 'is', null)
    .where(
      sql<boolean>`(term = ${term.term} or not case_sensitive and not ${term.case_sensitive}::boolean
        and ${isLike([sql`term`], [term.term])})`,
    );
  if (exceptId !== null) query = query.where('id', '<>', exceptId);
  const found = await query.orderBy(sql`term = ${term.term}`, 'desc').limit(1).executeTakeFirst();
  return found ?? null;
}

export type TermColumns = Omit<GlossaryTermRow, 'id' | 'project_id' | 'archived_at'>;

export async function insertTerm(
  tx: Db,
  projectId: ProjectRef,
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
    .returning(GLOSSARY_TERM.columns)
    .$castTo<GlossaryTermRow>()
    .executeTakeFirstOrThrow();
}

export async function updateTermRow(
  tx: Db,
  { id, project_id: projectId, translations, ...columns }: GlossaryTermRow,
  now: Date,
): Promise<GlossaryTermRow> {
  return tx
    .updateTable('glossary_term')
    .set({ ...columns, translations: JSON.stringify(translations), updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(GLOSSARY_TERM.columns)
    .$castTo<GlossaryTermRow>()
    .executeTakeFirstOrThrow();
}

// Returns the longest word of a term. Every text that contains the term contains this word
// unchanged, even if the text has other spaces, apostrophes or escapes than the term.
const longestWord = (term: string): string =>
  term.split(/[\s'’‘ʼʻ＇´′&<>"{}#|]+/u).reduce((a, b) => (b.length > a.length ? b : a));

/** Returns the ids of the keys whose source text may contain one of these terms, in order. */
export async function findKeysWithTerms(
  tx: Db,
  projectId: ProjectRef,
  sourceLocaleId: number,
  terms: readonly string[],
): Promise<string[]> {
  // The plural of a term may end with "ies" in place of "y". The search leaves out the final "y" to
  // find both.
  const stems = terms.map((term) => foldText(longestWord(term)).replace(/(?<=.)y$/, ''));
  const parts = [...new Set(stems)];
  const { rows } = await sql<{ key_id: string }>`
    with part as materialized (select text from unnest(${parts}::text[]) u(text))
    select v.key_id from translation_value v
    cross join unnest(array[lower(v.text collate search_fold)]) lowered(text)
    where v.project_id = ${projectId}::uuid and v.locale_id = ${sourceLocaleId}::smallint
      and (strpos(v.text, '&') > 0 or ${mayDiffer(sql`v.text`, parts.join(''), foldKindsIn('v'))}
        or exists (select from part where strpos(lowered.text, part.text) > 0))
    order by v.key_id`.execute(tx);
  return rows.map((row) => row.key_id);
}

/** Returns the projects to which the terms of a project apply: the project and its child projects. */
export async function listWithChildren(
  tx: Db,
  projectId: ProjectRef,
): Promise<{ id: ProjectRef; source_locale_id: number }[]> {
  const rows = await tx
    .selectFrom('project')
    .where((eb) => eb.or([eb('id', '=', projectId), eb('parent_id', '=', projectId)]))
    .select(['id', 'source_locale_id'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, id: trustedProject(row.id) }));
}
