import {
  createTermMatcherInSteps,
  type GlossaryTerm,
  type MessageFormat,
  type MessageTerm,
  plainSpelling,
  termSpellings,
} from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { createYieldToLoop, runYielding } from '../../lib/yield-to-loop.ts';
import type { GlossaryTermHit } from '../../providers/mt/engine.ts';
import type { ProjectRef } from '../tenant.ts';
import { findActiveTerms } from './glossary-term.store.ts';

/** Finds the glossary's terms in the words of a text. Long texts do not block the event loop. */
export type FindTerms = (
  text: string,
  format: MessageFormat,
) => MessageTerm[] | Promise<MessageTerm[]>;

export const noTerms: FindTerms = () => [];

/** The terms of a project for one locale. */
export interface Glossary {
  readonly find: FindTerms;
  /**
   * Every term with a translation, in the spellings of {@link termSpellings}, for engines with glossaries of their own.
   * Terms in their original spelling come first. The list is the same each time.
   */
  listAll(): readonly GlossaryTermHit[];
}

export const noGlossary: Glossary = { find: noTerms, listAll: () => [] };

/** Maximum number of terms of one project that are enforced. The oldest terms are used. */
const MAX_TERMS = 20_000;
/** Maximum number of characters of these terms, because the matcher has a state for each. */
const MAX_TERM_CHARACTERS = 400_000;

/** Opens a glossary as {@link readGlossary} does, for callers that only search for terms in texts. */
export async function openGlossary(
  db: Db,
  projectId: ProjectRef,
  targetLocale: string,
): Promise<FindTerms> {
  return (await readGlossary(db, projectId, targetLocale)).find;
}

/** Returns the terms for a locale of a project, and the terms of its parent that the project does not replace. */
export async function readGlossary(
  db: Db,
  projectId: ProjectRef,
  targetLocale: string,
): Promise<Glossary> {
  const rows = enforceable(await findActiveTerms(db, projectId, MAX_TERMS));
  if (rows.length === 0) return noGlossary;
  // The project's own entry for a term hides the parent's entry.
  const own = new Set(
    rows.filter((row) => row.project_id === projectId).map(({ term }) => foldTerm(term)),
  );
  const terms = rows
    .filter((row) => row.project_id === projectId || !own.has(foldTerm(row.term)))
    .map((row) => ({
      id: row.id,
      term: row.term,
      caseSensitive: row.case_sensitive,
      doNotTranslate: row.do_not_translate,
      target: targetOf(row.translations, targetLocale),
    }))
    .filter(({ doNotTranslate, target }) => doNotTranslate || target !== undefined);
  if (terms.length === 0) return noGlossary;
  const matcher = await runYielding(createTermMatcherInSteps(terms), createYieldToLoop(null));
  let all: readonly GlossaryTermHit[] | undefined;
  return {
    async find(text, format) {
      const hits = await runYielding(matcher.findInSteps(text, format), createYieldToLoop(null));
      return hits.map(({ start, end, term }) => ({
        start,
        end,
        id: term.id,
        source: text.slice(start, end),
        target: term.target,
        doNotTranslate: term.doNotTranslate,
      }));
    },
    listAll: () => {
      all ??= listSpellings(terms);
      return all;
    },
  };
}

const foldTerm = (term: string): string => plainSpelling(term).toLowerCase();

/** Returns the first terms for which the matcher has room. */
function enforceable<Row extends { term: string }>(rows: readonly Row[]): Row[] {
  let left = MAX_TERM_CHARACTERS;
  return rows.filter(({ term }) => {
    left -= term.length;
    return left >= 0;
  });
}

/** If two terms share a spelling, it belongs to the term with exactly this spelling. */
function listSpellings(terms: readonly GlossaryTerm[]): GlossaryTermHit[] {
  const written: GlossaryTermHit[] = [];
  const others: GlossaryTermHit[] = [];
  for (const term of terms) {
    const { target, doNotTranslate } = term;
    if (doNotTranslate || target === undefined) continue;
    const [own, ...more] = termSpellings(term);
    written.push({ source: own!, target });
    for (const source of more) others.push({ source, target });
  }
  return [...written, ...others];
}

/** Returns the translation for a locale, or for the next less specific locale (RFC 4647 §3.4). */
function targetOf(
  translations: Readonly<Record<string, string>>,
  localeTag: string,
): string | undefined {
  for (let tag = localeTag; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    if (Object.hasOwn(translations, tag)) return translations[tag];
  }
  return undefined;
}
