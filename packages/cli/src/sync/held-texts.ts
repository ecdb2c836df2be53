import { createHash } from 'node:crypto';
import type { Config } from '@parlance/config';
import type { Project, ValueState } from '@parlance/sdk';
import type { Connection } from '../auth/connect.ts';
import { inParallel } from '../lists.ts';
import type { ByLocale, Since, Texts } from './read-project.ts';
import type { Difference } from './three-way.ts';

/**
 * Marks of texts by locale and key, as the lock file stores them. A pull marks each text that it
 * neither writes nor removes. A later command compares the mark with the text in the file to find
 * out whether the text has changed.
 */
export type HeldMarks = ReadonlyMap<string, Texts>;

/** Mark of a text whose array or plural is incomplete. The file does not contain this text. */
const PARTIAL = 'partial';
/** Mark of a text that was changed in both the file and the project. */
const EDITED = 'edited';
const MARK_LENGTH = 16;

export function markOf({ kind, file }: Difference): string {
  if (file === null) return PARTIAL;
  return kind === 'conflict' ? EDITED : hashOfText(file);
}

export const hashOfText = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, MARK_LENGTH);

const STATES: readonly ValueState[] = ['translated', 'needs_review', 'reviewed'];
/** Maximum number of locales that are fetched concurrently. */
const FETCHES = 4;

/** True if `pull.states` excludes a text because of its state in the project. */
export type IsHeld = (locale: string, key: string) => boolean;

/** Finds the texts that a pull omits because of the setting `pull.states`. */
export async function readHeld(
  { client }: Connection,
  { pull }: Pick<Config, 'pull'>,
  { id: projectId, sourceLocale }: Project,
  {
    fetched,
    since,
    known,
  }: {
    fetched: readonly string[];
    since: Since | null;
    known: ByLocale;
  },
): Promise<IsHeld> {
  const states = statesLeftOut(pull);
  if (states.length === 0) return () => false;
  const held = new Map<string, Set<string>>();
  for (const { locale, key, state } of since?.changes ?? []) {
    if (locale === null || state === null || !states.includes(state)) continue;
    held.set(locale, (held.get(locale) ?? new Set()).add(key));
  }
  await inParallel(FETCHES, fetched, async (locale) => {
    const localeStates = known.get(locale);
    if (localeStates !== undefined) {
      const keys = [...localeStates].filter(([, state]) => states.includes(state as ValueState));
      held.set(locale, new Set(keys.map(([key]) => key)));
      return;
    }
    const { data } = await client.i18n.projects.export({
      projectId,
      locale,
      format: 'json',
      shape: 'flat',
      states,
    });
    held.set(locale, new Set(Object.keys((data as { content: object }).content)));
  });
  held.delete(sourceLocale);
  return (locale, key) => held.get(locale)?.has(key) ?? false;
}

export const statesLeftOut = (pull: Config['pull']): ValueState[] =>
  pull?.states === undefined ? [] : STATES.filter((state) => !pull.states!.includes(state));

/**
 * Returns the texts of a locale at the last sync. A text that matches its mark has not changed
 * since then. If a text does not match its mark, its content at the last sync is unknown.
 */
export function baseWithMarks(
  base: Texts | null,
  { file, project }: { file: Texts; project: Texts },
  { marks = new Map(), leavesOut }: { marks?: ReadonlyMap<string, string>; leavesOut: boolean },
): Texts | null {
  if (base === null) return null;
  const heldTexts = new Map(base);
  if (leavesOut) for (const key of project.keys()) if (!file.has(key)) heldTexts.delete(key);
  for (const [key, mark] of marks) {
    const text = file.get(key);
    if (text === undefined && mark === PARTIAL) heldTexts.delete(key);
    if (text === undefined || text === heldTexts.get(key)) continue;
    if (hashOfText(text) === mark) heldTexts.set(key, text);
    else heldTexts.delete(key);
  }
  return heldTexts;
}
