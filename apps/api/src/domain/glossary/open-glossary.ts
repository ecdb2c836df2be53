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

/** Finds the glossary's terms in the words of a text, without holding the event loop for long ones. */
export type FindTerms = (
  text: string,
  format: MessageFormat,
) => MessageTerm[] | Promise<MessageTerm[]>;

export const noTerms: FindTerms = () => [];

/** The terms of a project as they apply to a locale. */
export interface Glossary {
  readonly find: FindTerms;
  /**
   * Every term that has a translation, as {@link termSpellings} has it, for engines that keep glossaries
   * of their own. All terms as they are written come first; the same list each time.
   */
  listAll(): readonly GlossaryTermHit[];
}

export const noGlossary: Glossary = { find: noTerms, listAll: () => [] };

/** Most terms of one project that are enforced, the oldest first. */
const MAX_TERMS = 20_000;
/** Most characters of these terms: the matcher has a state for each. */
const MAX_TERM_CHARACTERS = 400_000;

/** As {@link readGlossary}, for who only looks for terms in texts. */
export async function openGlossary(
  db: Db,
  projectId: ProjectRef,
  targetLocale: string,
): Promise<FindTerms> {
  return (await readGlossary(db, projectId, targetLocale)).find;
}

/** The terms of a project, and of its parent if it says nothing else, as they apply to a locale. */
export async function readGlossary(
  db: Db,
  projectId: ProjectRef,
  targetLocale: string,
): Promise<Glossary> {
  const rows = enforceable(await findActiveTerms(db, projectId, MAX_TERMS));
  if (rows.length === 0) return noGlossary;
  // The project's own words on a term hide the parent's.
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

/** The first terms that the matcher has room for. */
function enforceable<Row extends { term: string }>(rows: readonly Row[]): Row[] {
  let left = MAX_TERM_CHARACTERS;
  return rows.filter(({ term }) => {
    left -= term.length;
    return left >= 0;
  });
}

/** A spelling that two terms share is that of the one that is written so. */
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

/** The translation for a locale, else for the next less specific one (RFC 4647 §3.4). */
function targetOf(
  translations: Readonly<Record<string, string>>,
  localeTag: string,
): string | undefined {
  for (let tag = localeTag; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    if (Object.hasOwn(translations, tag)) return translations[tag];
  }
  return undefined;
}
