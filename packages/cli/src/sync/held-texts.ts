import { createHash } from 'node:crypto';
import type { Config } from '@parlance/config';
import type { Project, ValueState } from '@parlance/sdk';
import type { Connection } from '../auth/connect.ts';
import { inParallel } from '../lists.ts';
import type { ByLocale, Since, Texts } from './read-project.ts';
import type { Difference } from './three-way.ts';

/**
 * Marks of texts that a pull did not write because of their state, and of texts that it did not remove, by locale and
 * key. For such a text, the base does not tell what the file had. The mark tells whether the file still has that text.
 */
export type HeldMarks = ReadonlyMap<string, Texts>;

/** Mark of a text that no pull has written, because another text of its array or plural was missing. */
const PARTIAL = 'partial';
/** Mark of a text that both sides had already changed. */
const EDITED = 'edited';
const MARK_LENGTH = 16;

/** Returns the mark of a text in a file that the project's text did not replace. */
export function markOf({ kind, file }: Difference): string {
  if (file === null) return PARTIAL;
  return kind === 'conflict' ? EDITED : hashOfText(file);
}

export const hashOfText = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, MARK_LENGTH);

const STATES: readonly ValueState[] = ['translated', 'needs_review', 'reviewed'];
/** Number of a project's locales that are fetched at once. */
const FETCHES = 4;

/** True if a text of the project has a state that `pull.states` leaves out. */
export type IsHeld = (locale: string, key: string) => boolean;

/**
 * Finds the texts that `pull.states` leaves out, in fetched locales and in locales of which only the changes are known.
 */
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
    /** Known states by locale, which are not fetched again. */
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
    const own = known.get(locale);
    if (own !== undefined) {
      const keys = [...own].filter(([, state]) => states.includes(state as ValueState));
      held.set(locale, new Set(keys.map(([key]) => key)));
      return;
    }
    const { data } = await client.i18n.projects.export({
      ...{ projectId, locale, format: 'json', shape: 'flat', states },
    });
    held.set(locale, new Set(Object.keys((data as { content: object }).content)));
  });
  // No source text is left out, because programs need all of them.
  held.delete(sourceLocale);
  return (locale, key) => held.get(locale)?.has(key) ?? false;
}

export const statesLeftOut = (pull: Config['pull']): ValueState[] =>
  pull?.states === undefined ? [] : STATES.filter((state) => !pull.states!.includes(state));

/**
 * Returns the base of a locale, corrected with the marks. An unchanged marked text in the file is its own base, and an
 * edited one has an unknown base. With `leavesOut`, texts that the file lacks have no base.
 */
export function baseWithMarks(
  base: Texts | null,
  { file, project }: { file: Texts; project: Texts },
  { marks = new Map(), leavesOut }: { marks?: ReadonlyMap<string, string>; leavesOut: boolean },
): Texts | null {
  if (base === null) return null;
  const own = new Map(base);
  if (leavesOut) for (const key of project.keys()) if (!file.has(key)) own.delete(key);
  for (const [key, mark] of marks) {
    const text = file.get(key);
    if (text === undefined && mark === PARTIAL) own.delete(key);
    if (text === undefined || text === own.get(key)) continue;
    if (hashOfText(text) === mark) own.set(key, text);
    else own.delete(key);
  }
  return own;
}
