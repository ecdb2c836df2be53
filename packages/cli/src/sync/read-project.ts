import { isParlanceError, type Project, paginate, type SyncChange } from '@parlance/sdk';
import type { Connection } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import { collect, inParallel } from '../lists.ts';

export type Texts = Map<string, string>;
export type ByLocale = Map<string, Texts>;

/** Changes of a project since a state that the files had. */
export interface Since {
  token: string;
  changes: readonly SyncChange[];
}

/** Number of a project's locales that are fetched at once. */
const FETCHES = 4;
/** A prefix of no key, so that the answer contains only a token. */
const NO_KEY = '\u0001';

/** Returns a sync token for the current state of the project. */
export async function readToken(
  { client }: Connection,
  { id: projectId, sourceLocale: locale }: Pick<Project, 'id' | 'sourceLocale'>,
): Promise<string | null> {
  const { meta } = await client.i18n.projects.export({
    ...{ projectId, locale, format: 'json', keyPrefix: NO_KEY },
  });
  return meta.syncToken;
}

/** Fetches the texts of locales. */
export async function fetchTexts(
  { progress }: Pick<Call, 'progress'>,
  { client }: Connection,
  projectId: string,
  locales: readonly string[],
): Promise<ByLocale> {
  const texts: ByLocale = new Map();
  if (locales.length === 0) return texts;
  const bar = progress('Fetching locales', locales.length);
  try {
    await inParallel(FETCHES, locales, async (locale) => {
      const { data } = await client.i18n.projects.export({
        ...{ projectId, locale, format: 'json', shape: 'flat' },
      });
      const { content } = data as { content: Record<string, string> };
      const own: Texts = new Map();
      // Iterating over the entries of a large object would take twice as long.
      for (const key of Object.keys(content)) own.set(key, content[key]!);
      texts.set(locale, own);
      bar.to(texts.size);
    });
    return texts;
  } finally {
    bar.end();
  }
}

/**
 * Returns the changes since the oldest token, because an older base only leads to more questions. Null without a known
 * token.
 */
export async function readSince(
  { client }: Connection,
  projectId: string,
  tokens: readonly string[],
  states: boolean,
): Promise<Since | null> {
  let oldest: Since | null = null;
  for (const token of tokens) {
    try {
      const pages = paginate(client.i18n.changes.since, {
        ...{ projectId, token, limit: 500 },
        ...(states && { states }),
      });
      const changes = await collect(pages);
      if (oldest === null || changes.length > oldest.changes.length) oldest = { token, changes };
    } catch (error) {
      // A truncated or invented token counts as unknown, like a token from before the restore of a backup.
      if (!isParlanceError(error, 'unknown_sync_token', 'validation_failed')) throw error;
      return null;
    }
  }
  return oldest;
}

/** The texts of a project, and their state at the last sync. */
export interface ReadProject {
  texts: ByLocale;
  /** Texts at the last sync. Null if unknown. */
  base: ByLocale | null;
  /** New names by old names. */
  renamed: Map<string, string>;
}

/** Accessors for one part of a value, before and after a change. */
interface Side {
  before(change: SyncChange): string | null;
  after(change: SyncChange): string | null;
}

const TEXTS: Side = { before: ({ before }) => before, after: ({ after }) => after };
export const STATES: Side = {
  before: ({ stateBefore }) => stateBefore,
  after: ({ state }) => state,
};

/**
 * Combines texts. For a fetched locale, the base is computed by undoing the changes. For a locale whose files have the
 * texts of the base, the project's texts are computed by applying the changes.
 */
export function combine({
  fetched,
  inStep,
  since,
  sinceStep,
  side = TEXTS,
}: {
  fetched: ByLocale;
  /** Texts of the files in locales that were not fetched. */
  inStep: ByLocale;
  /** Changes until the locales were fetched. */
  since: Since | null;
  /** Changes until the files to read were chosen. */
  sinceStep: Since | null;
  /** Part of a value to combine. Defaults to the text. */
  side?: Side;
}): ReadProject {
  const texts: ByLocale = new Map(fetched);
  const base: ByLocale = new Map();
  const changesOfStep = changesByLocale(sinceStep);
  for (const [locale, own] of inStep) {
    texts.set(locale, withTexts(own, side.after, changesOfStep.get(locale)));
    base.set(locale, own);
  }
  if (since === null) return { texts, base: null, renamed: new Map() };
  const changes = changesByLocale(since);
  for (const [locale, own] of fetched) {
    base.set(locale, withTexts(own, side.before, changes.get(locale)));
  }
  return { texts, base, renamed: newNamesOf(since) };
}

/** Returns the changes of texts by locale. Changes of names have no locale. */
function changesByLocale(since: Since | null): Map<string, SyncChange[]> {
  const byLocale = new Map<string, SyncChange[]>();
  for (const change of since?.changes ?? []) {
    if (change.locale === null) continue;
    const own = byLocale.get(change.locale);
    if (own === undefined) byLocale.set(change.locale, [change]);
    else own.push(change);
  }
  return byLocale;
}

/** Returns texts with the changes applied. Texts without changes are not copied. */
function withTexts(
  texts: Texts,
  textOf: (change: SyncChange) => string | null,
  changes: readonly SyncChange[] = [],
): Texts {
  if (changes.length === 0) return texts;
  const next = new Map(texts);
  for (const change of changes) {
    const text = textOf(change);
    if (text === null) next.delete(change.key);
    else next.set(change.key, text);
  }
  return next;
}

function newNamesOf({ changes }: Since): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const { key, previousKey } of changes) {
    if (previousKey === null) continue;
    for (const [old, name] of renamed) if (name === previousKey) renamed.set(old, key);
    renamed.set(previousKey, key);
  }
  for (const [old, name] of renamed) if (old === name) renamed.delete(old);
  return renamed;
}
