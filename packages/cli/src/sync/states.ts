import { formatById } from '@parlance/formats';
import type { ValueState } from '@parlance/sdk';
import type { Connection } from '../auth/connect.ts';
import type { Document } from '../documents/documents.ts';
import { inParallel } from '../lists.ts';
import { anyHasStates } from './has-states.ts';
import { type ByLocale, combine, type Since, STATES, type Texts } from './read-project.ts';
import type { OpenedProject } from './step.ts';

/** A text whose review state differs between file and project. */
export interface StateDifference {
  /**
   * `here`: the state has changed only in the file since the last sync. `there`: any other
   * difference, in which case the state of the project is used.
   */
  readonly kind: 'here' | 'there';
  readonly key: string;
  readonly locale: string;
  readonly text: string;
  /** State in the project, or the closest state that the file's format can store. */
  readonly project: ValueState;
  /** True if `pull.states` excludes the text because of its state in the project. */
  readonly isHeld: boolean;
}

/** Maximum number of locales that are fetched concurrently. */
const FETCHES = 4;

/**
 * Fetches the review states of texts. If a text changes while the states are fetched, the next sync
 * includes the change.
 */
async function fetchStates(
  { client }: Connection,
  projectId: string,
  locales: readonly string[],
  texts: ByLocale,
): Promise<ByLocale> {
  const fetched: ByLocale = new Map();
  await inParallel(FETCHES, locales, async (locale) => {
    const localeStates: Texts = new Map();
    for (const key of texts.get(locale)?.keys() ?? []) localeStates.set(key, 'translated');
    for (const state of ['needs_review', 'reviewed'] as const) {
      const { data } = await client.i18n.projects.export({
        projectId,
        locale,
        format: 'json',
        shape: 'flat',
        states: [state],
      });
      const { content } = data as { content: Record<string, string> };
      for (const key of Object.keys(content))
        if (localeStates.has(key)) localeStates.set(key, state);
    }
    fetched.set(locale, localeStates);
  });
  return fetched;
}

export interface ProjectStates {
  readonly project: ByLocale;
  /** States at the last sync. Null if they are unknown. */
  readonly base: ByLocale | null;
}

type FileStates = Map<string, Map<string, ValueState | null>>;

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
  const fileStates: ByLocale = new Map();
  for (const [locale, texts] of statesOfFiles(existing, sourceLocale)) {
    if (!inStep.has(locale)) continue;
    fileStates.set(locale, new Map([...texts].map(([key, state]) => [key, state ?? 'translated'])));
  }
  return {
    end(since, sinceStep) {
      const read = combine({ fetched: states, inStep: fileStates, since, sinceStep, side: STATES });
      return { project: read.texts, base: lock.hasStates ? read.base : null };
    },
  };
}

/**
 * Returns the review states in files, by locale and key. Null stands for a text without a state.
 */
export function statesOfFiles(documents: readonly Document[], sourceLocale: string): FileStates {
  const all: FileStates = new Map();
  for (const { spec, rows, prefix, locale } of documents) {
    const { states } = formatById(spec.format)!;
    if (states === null) continue;
    for (const { name, values } of rows) {
      for (const { localeTag, state = states.unmarked ?? null } of values) {
        if (localeTag === sourceLocale || (locale !== null && localeTag !== locale)) continue;
        const localeStates = all.get(localeTag) ?? new Map<string, ValueState | null>();
        all.set(localeTag, localeStates.set(prefix + name, state));
      }
    }
  }
  return all;
}

/**
 * Converts the project's review states to states that the files can store. A format without
 * `reviewed` stores `translated`. If a format has one state for all plural forms, the state is
 * `needs_review` if any form needs review.
 */
export function asInFiles(
  states: ReadonlyMap<string, string>,
  documents: readonly Document[],
  renamed: ReadonlyMap<string, string>,
): Map<string, ValueState> {
  const corrected = new Map(states as ReadonlyMap<string, ValueState>);
  for (const { spec, rows, prefix } of documents) {
    const format = formatById(spec.format)!.states;
    if (format === null) continue;
    const keyOf = (name: string): string => renamed.get(prefix + name) ?? prefix + name;
    const unreviewed = new Set<string>();
    for (const { name, plural } of rows) {
      const state = corrected.get(keyOf(name));
      if (state === 'reviewed' && !format.tellsReviewed) corrected.set(keyOf(name), 'translated');
      if (state === 'needs_review' && plural && format.isOfEntry) unreviewed.add(plural.family);
    }
    for (const { name, plural } of unreviewed.size > 0 ? rows : []) {
      const key = keyOf(name);
      if (plural && unreviewed.has(plural.family) && corrected.has(key))
        corrected.set(key, 'needs_review');
    }
  }
  return corrected;
}

/** Review states of a locale in the files, in the project and at the last sync. */
export interface ThreeStates {
  readonly texts: { readonly file: Texts; readonly project: Texts; readonly base: Texts | null };
  readonly file: ReadonlyMap<string, ValueState | null>;
  readonly project: ReadonlyMap<string, ValueState>;
  /** States at the last sync. Null if they are unknown. */
  readonly base: ReadonlyMap<string, ValueState> | null;
  isHeld(key: string): boolean;
  /**
   * True if the last pull marked the text and did not write it. In this case, the state in the file
   * is unrelated to the state in the project.
   */
  isMarked(key: string): boolean;
}

/**
 * Compares the review states of texts that are equal in the file and the project. The file's state
 * is used only if the project's state has not changed since the last sync.
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
    if ((state ?? 'translated') === there) continue;
    const isKnown = texts.base?.get(key) === text && !isMarked(key);
    const isOwn = state !== null && isKnown && base?.get(key) === there;
    const kind = isOwn ? 'here' : 'there';
    differences.push({ kind, key, locale, text, project: there, isHeld: isHeld(key) });
  }
  return differences;
}
