import {
  createTermMatcherInSteps,
  foldText,
  type GlossaryTerm,
  type MessageFormat,
  type MessageTerm,
  plainSpelling,
  termSpellings,
} from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { createYieldToLoop, runYielding } from '../../../lib/yield-to-loop.ts';
import type { GlossaryTermHit } from '../../../providers/mt/engine.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { findActiveTerms } from './glossary-term.store.ts';

/** Finds the terms of a glossary in a text. Does not block the event loop. */
export type FindTerms = (
  text: string,
  format: MessageFormat,
) => MessageTerm[] | Promise<MessageTerm[]>;

export const noTerms: FindTerms = () => [];

/** The terms of a project that apply to one target locale. */
export interface Glossary {
  readonly find: FindTerms;
  /**
   * Returns all spellings ({@link termSpellings}) of all terms that have a translation. Engines
   * that have their own glossaries need the complete list. The order is always the same.
   */
  listAll(): readonly GlossaryTermHit[];
  /** Returns the properties of a term that are sent to a language model. */
  describe(termId: string): Pick<GlossaryTermHit, 'note' | 'isCaseSensitive'>;
}

export const noGlossary: Glossary = { find: noTerms, listAll: () => [], describe: () => ({}) };

/**
 * Maximum number of terms that apply to a project. If there are more terms, the oldest terms apply.
 */
const MAX_TERMS = 20_000;
/** Maximum total length of the terms that apply. The matcher needs memory for each character. */
const MAX_TERM_CHARACTERS = 400_000;

export async function openGlossary(
  db: Db,
  projectId: ProjectRef,
  targetLocale: string,
): Promise<FindTerms> {
  return (await readGlossary(db, projectId, targetLocale)).find;
}

/**
 * Returns the terms that apply to a target locale. A term of the project replaces an equal term of
 * its parent.
 */
export async function readGlossary(
  db: Db,
  projectId: ProjectRef,
  targetLocale: string,
): Promise<Glossary> {
  const rows = enforceable(await findActiveTerms(db, projectId, MAX_TERMS));
  if (rows.length === 0) return noGlossary;
  const ownTerms = new Set(
    rows.filter((row) => row.project_id === projectId).map(({ term }) => foldTerm(term)),
  );
  const terms = rows
    .filter((row) => row.project_id === projectId || !ownTerms.has(foldTerm(row.term)))
    .map((row) => ({
      id: row.id,
      term: row.term,
      caseSensitive: row.case_sensitive,
      doNotTranslate: row.do_not_translate,
      note: row.note,
      target: targetOf(row.translations, targetLocale),
    }))
    .filter(({ doNotTranslate, target }) => doNotTranslate || target !== undefined);
  if (terms.length === 0) return noGlossary;
  const matcher = await runYielding(createTermMatcherInSteps(terms), createYieldToLoop(null));
  const byId = new Map(terms.map((term) => [term.id, term]));
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
    describe(termId) {
      const described = byId.get(termId);
      return {
        ...(described?.note ? { note: described.note } : {}),
        ...(described?.caseSensitive ? { isCaseSensitive: true } : {}),
      };
    },
    listAll: () => {
      all ??= listSpellings(terms);
      return all;
    },
  };
}

const foldTerm = (term: string): string => foldText(plainSpelling(term));

function enforceable<Row extends { term: string }>(rows: readonly Row[]): Row[] {
  let left = MAX_TERM_CHARACTERS;
  return rows.filter(({ term }) => {
    left -= term.length;
    return left >= 0;
  });
}

/**
 * Lists the spellings of all terms. If two terms share a spelling, lists the term that the user
 * entered in exactly this spelling.
 */
function listSpellings(terms: readonly GlossaryTerm[]): GlossaryTermHit[] {
  const written: GlossaryTermHit[] = [];
  const others: GlossaryTermHit[] = [];
  for (const term of terms) {
    const { target, doNotTranslate } = term;
    if (doNotTranslate || target === undefined) continue;
    const [spelling, ...more] = termSpellings(term);
    written.push({ source: spelling!, target });
    for (const source of more) others.push({ source, target });
  }
  return [...written, ...others];
}

/**
 * Returns the translation of a term into a locale, or into the next more general locale (RFC 4647
 * §3.4).
 */
function targetOf(
  translations: Readonly<Record<string, string>>,
  localeTag: string,
): string | undefined {
  for (let tag = localeTag; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    if (Object.hasOwn(translations, tag)) return translations[tag];
  }
  return undefined;
}
