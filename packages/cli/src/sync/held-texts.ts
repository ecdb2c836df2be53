import { createHash } from 'node:crypto';
import type { Config } from '@parlance/config';
import type { Project, ValueState } from '@parlance/sdk';
import type { Connection } from '../auth/connect.ts';
import { inParallel } from '../lists.ts';
import type { ByLocale, Since, Texts } from './read-project.ts';
import type { Difference } from './three-way.ts';

/**
 * Marks of texts that a pull did not write because of their state in the project, and of those that it did not remove,
 * by locale and key. The base of such a text is not what the file had: a mark tells whether the file still has the
 * text that it had then.
 */
export type HeldMarks = ReadonlyMap<string, Texts>;

/** Mark of a text that no pull has written, because its array or plural lacked another text. */
const PARTIAL = 'partial';
/** Mark of a text that both sides had changed already. */
const EDITED = 'edited';
const MARK_LENGTH = 16;

/** Returns what marks a text of a file that the project's text did not replace. */
export function markOf({ kind, file }: Difference): string {
  if (file === null) return PARTIAL;
  return kind === 'conflict' ? EDITED : hashOfText(file);
}

export const hashOfText = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, MARK_LENGTH);

const STATES: readonly ValueState[] = ['translated', 'needs_review', 'reviewed'];
/** Locales of a project that are fetched at once. */
const FETCHES = 4;

/** Tells whether a text of the project is in a state that `pull.states` leaves out. */
export type IsHeld = (locale: string, key: string) => boolean;

/** Reads which texts `pull.states` leaves out: of fetched locales, and of those of which only the changes are known. */
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
    /** States by locale that need not be fetched. */
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
  // Programs need every source text.
  held.delete(sourceLocale);
  return (locale, key) => held.get(locale)?.has(key) ?? false;
}

export const statesLeftOut = (pull: Config['pull']): ValueState[] =>
  pull?.states === undefined ? [] : STATES.filter((state) => !pull.states!.includes(state));

/**
 * Returns the base of a locale with marks: a text that the file has had since is its own base, and of one that was
 * edited nobody knows the base. If states are left out, a text that the file does not have was never there.
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
