import { formatById } from '@parlance/formats';
import type { ValueState } from '@parlance/sdk';
import type { Connection } from '../auth/connect.ts';
import { inParallel } from '../lists.ts';
import type { Document } from './documents.ts';
import { anyHasStates } from './has-states.ts';
import { type ByLocale, combine, type Since, STATES, type Texts } from './read-project.ts';
import type { OpenedProject } from './step.ts';

/** A text that the file and the project have in different states. */
export interface StateDifference {
  /** `here`: only the file changed the state since the last sync. */
  readonly kind: 'here' | 'there';
  readonly key: string;
  readonly locale: string;
  readonly text: string;
  /** State of the project, as the file can have it. */
  readonly project: ValueState;
  /** True if the text of the project is in a state that `pull.states` leaves out. */
  readonly isHeld: boolean;
}

/** Locales of a project that are fetched at once. */
const FETCHES = 4;

/** Fetches the states of the texts of locales. A text that changes meanwhile is among the changes of the next sync. */
async function fetchStates(
  { client }: Connection,
  projectId: string,
  locales: readonly string[],
  texts: ByLocale,
): Promise<ByLocale> {
  const fetched: ByLocale = new Map();
  await inParallel(FETCHES, locales, async (locale) => {
    const own: Texts = new Map();
    for (const key of texts.get(locale)?.keys() ?? []) own.set(key, 'translated');
    for (const state of ['needs_review', 'reviewed'] as const) {
      const { data } = await client.i18n.projects.export({
        ...{ projectId, locale, format: 'json', shape: 'flat', states: [state] },
      });
      const { content } = data as { content: Record<string, string> };
      for (const key of Object.keys(content)) if (own.has(key)) own.set(key, state);
    }
    fetched.set(locale, own);
  });
  return fetched;
}

/** States of a project, of the locales that have files with states. */
export interface ProjectStates {
  readonly project: ByLocale;
  /** Null if nobody knows the states of the last sync. */
  readonly base: ByLocale | null;
}

type FileStates = Map<string, Map<string, ValueState | null>>;

/** Fetches what is not known. Call `end` with the changes until now, which tell the states of the last sync. */
export async function startStates(
  { config, connection, project, lock }: OpenedProject,
  {
    existing,
    fetched,
    inStep,
  }: { existing: readonly Document[]; fetched: ByLocale; inStep: ByLocale },
): Promise<{ end(since: Since | null, sinceStep: Since | null): ProjectStates }> {
  const { sourceLocale } = project;
  const isAsked = (locale: string): boolean => anyHasStates(config) && locale !== sourceLocale;
  const states = await fetchStates(
    connection,
    project.id,
    [...fetched.keys()].filter(isAsked),
    fetched,
  );
  const known: ByLocale = new Map();
  for (const [locale, texts] of statesOfFiles(existing, sourceLocale)) {
    if (!inStep.has(locale)) continue;
    known.set(locale, new Map([...texts].map(([key, state]) => [key, state ?? 'translated'])));
  }
  return {
    end(since, sinceStep) {
      const read = combine({ fetched: states, inStep: known, since, sinceStep, side: STATES });
      return { project: read.texts, base: lock.hasStates ? read.base : null };
    },
  };
}

/** States of translations in files that have states, by locale and key; null for a text without one. */
export function statesOfFiles(documents: readonly Document[], sourceLocale: string): FileStates {
  const all: FileStates = new Map();
  for (const { spec, rows, prefix, locale } of documents) {
    const { states } = formatById(spec.format)!;
    if (states === null) continue;
    for (const { name, values } of rows) {
      for (const { localeTag, state = states.unmarked ?? null } of values) {
        if (localeTag === sourceLocale || (locale !== null && localeTag !== locale)) continue;
        const own = all.get(localeTag) ?? new Map<string, ValueState | null>();
        all.set(localeTag, own.set(prefix + name, state));
      }
    }
  }
  return all;
}

/**
 * Returns the states of a project as its files have them: a file that does not tell reviewed texts has them as
 * translated, and one with a mark for all forms of a plural has the mark if any of them needs review.
 */
export function asInFiles(
  states: ReadonlyMap<string, string>,
  documents: readonly Document[],
  renamed: ReadonlyMap<string, string>,
): Map<string, ValueState> {
  const own = new Map(states as ReadonlyMap<string, ValueState>);
  for (const { spec, rows, prefix } of documents) {
    const format = formatById(spec.format)!.states;
    if (format === null) continue;
    const keyOf = (name: string): string => renamed.get(prefix + name) ?? prefix + name;
    const unreviewed = new Set<string>();
    for (const { name, plural } of rows) {
      const state = own.get(keyOf(name));
      if (state === 'reviewed' && !format.tellsReviewed) own.set(keyOf(name), 'translated');
      if (state === 'needs_review' && plural && format.isOfEntry) unreviewed.add(plural.family);
    }
    for (const { name, plural } of unreviewed.size > 0 ? rows : []) {
      const key = keyOf(name);
      if (plural && unreviewed.has(plural.family) && own.has(key)) own.set(key, 'needs_review');
    }
  }
  return own;
}

/** The sides of a locale, with the states as a file can have them. */
export interface ThreeStates {
  readonly texts: { readonly file: Texts; readonly project: Texts; readonly base: Texts | null };
  readonly file: ReadonlyMap<string, ValueState | null>;
  readonly project: ReadonlyMap<string, ValueState>;
  /** Null if nobody knows. */
  readonly base: ReadonlyMap<string, ValueState> | null;
  isHeld(key: string): boolean;
  /** True if the last pull left the text out: nobody knows its state then. */
  isMarked(key: string): boolean;
}

/**
 * Compares the states of texts that are the same on both sides. A state is never a conflict: that of the project wins
 * unless only the file changed it.
 */
export function compareStates(
  locale: string,
  { texts, file, project, base, isHeld, isMarked }: ThreeStates,
): StateDifference[] {
  const differences: StateDifference[] = [];
  for (const [key, state] of file) {
    const text = texts.file.get(key);
    const there = project.get(key);
    if (text === undefined || there === undefined || texts.project.get(key) !== text) continue;
    // A file without a mark has the usual state.
    if ((state ?? 'translated') === there) continue;
    const isKnown = texts.base?.get(key) === text && !isMarked(key);
    const isOwn = state !== null && isKnown && base?.get(key) === there;
    const kind = isOwn ? 'here' : 'there';
    differences.push({ kind, key, locale, text, project: there, isHeld: isHeld(key) });
  }
  return differences;
}
