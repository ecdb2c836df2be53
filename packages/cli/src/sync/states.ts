import { formatById } from '@parlance/formats';
import type { ValueState } from '@parlance/sdk';
import type { Connection } from '../auth/connect.ts';
import type { Document } from '../documents/documents.ts';
import { inParallel } from '../lists.ts';
import { anyHasStates } from './has-states.ts';
import { type ByLocale, combine, type Since, STATES, type Texts } from './read-project.ts';
import type { OpenedProject } from './step.ts';

/** A text with different states in the file and the project. */
export interface StateDifference {
  /** `here`: only the file changed the state since the last sync. */
  readonly kind: 'here' | 'there';
  readonly key: string;
  readonly locale: string;
  readonly text: string;
  /** State in the project, as the file can express it. */
  readonly project: ValueState;
  /** True if the text in the project has a state that `pull.states` leaves out. */
  readonly isHeld: boolean;
}

/** Number of a project's locales that are fetched at once. */
const FETCHES = 4;

/** Fetches the states of texts. A text that changes in the meantime is among the changes of the next sync. */
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

/** States in a project, of the locales whose files have states. */
export interface ProjectStates {
  readonly project: ByLocale;
  /** States at the last sync. Null if unknown. */
  readonly base: ByLocale | null;
}

type FileStates = Map<string, Map<string, ValueState | null>>;

/**
 * Fetches the unknown states. Call `end` with the changes up to now, from which it computes the states at the last
 * sync.
 */
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

/** Returns the states of translations in files with states, by locale and key. Null for a text without a state. */
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
 * Returns the project's states as its files can express them. A file that cannot mark reviewed texts has them as
 * translated. A file with one mark for all forms of a plural has the mark if any form needs review.
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

/** The states of a locale on both sides and at the last sync, as a file can express them. */
export interface ThreeStates {
  readonly texts: { readonly file: Texts; readonly project: Texts; readonly base: Texts | null };
  readonly file: ReadonlyMap<string, ValueState | null>;
  readonly project: ReadonlyMap<string, ValueState>;
  /** States at the last sync. Null if unknown. */
  readonly base: ReadonlyMap<string, ValueState> | null;
  isHeld(key: string): boolean;
  /** True if the last pull left the text out, so that its state at that time is unknown. */
  isMarked(key: string): boolean;
}

/**
 * Compares the states of texts that are equal on both sides. States never conflict: the project's state wins unless
 * only the file changed it.
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
    // A text without a mark has the usual state.
    if ((state ?? 'translated') === there) continue;
    const isKnown = texts.base?.get(key) === text && !isMarked(key);
    const isOwn = state !== null && isKnown && base?.get(key) === there;
    const kind = isOwn ? 'here' : 'there';
    differences.push({ kind, key, locale, text, project: there, isHeld: isHeld(key) });
  }
  return differences;
}
