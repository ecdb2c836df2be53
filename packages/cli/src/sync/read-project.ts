import { isParlanceError, type Project, paginate, type SyncChange } from '@parlance/sdk';
import type { Connection } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import { collect, inParallel } from '../lists.ts';

export type Texts = Map<string, string>;
export type ByLocale = Map<string, Texts>;

export interface Since {
  token: string;
  changes: readonly SyncChange[];
}

/** Maximum number of locales that are fetched concurrently. */
const FETCHES = 4;
/** A key prefix that no key has. The response to a request with this prefix contains only a sync token. */
const NO_KEY = '\u0001';

/** Returns a sync token for the current state of the project. */
export async function readToken(
  { client }: Connection,
  { id: projectId, sourceLocale: locale }: Pick<Project, 'id' | 'sourceLocale'>,
): Promise<string | null> {
  const { meta } = await client.i18n.projects.export({
    projectId,
    locale,
    format: 'json',
    keyPrefix: NO_KEY,
  });
  return meta.syncToken;
}

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
        projectId,
        locale,
        format: 'json',
        shape: 'flat',
      });
      const { content } = data as { content: Record<string, string> };
      const localeTexts: Texts = new Map();
      for (const key of Object.keys(content)) localeTexts.set(key, content[key]!);
      texts.set(locale, localeTexts);
      bar.to(texts.size);
    });
    return texts;
  } finally {
    bar.end();
  }
}

/**
 * Returns the changes of the project since the oldest token in the lock file. Null if the lock file
 * has no token.
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
        projectId,
        token,
        limit: 500,
        ...(states && { states }),
      });
      const changes = await collect(pages);
      if (oldest === null || changes.length > oldest.changes.length) oldest = { token, changes };
    } catch (error) {
      if (!isParlanceError(error, 'unknown_sync_token', 'validation_failed')) throw error;
      return null;
    }
  }
  return oldest;
}

export interface ReadProject {
  texts: ByLocale;
  /** Texts at the last sync. Null if they are unknown. */
  base: ByLocale | null;
  renamed: Map<string, string>;
}

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
 * Computes the project's texts now and at the last sync. If the current texts are known, undoing
 * the changes gives the earlier texts. If the earlier texts are known, applying the changes gives
 * the current texts.
 */
export function combine({
  fetched,
  inStep,
  since,
  sinceStep,
  side = TEXTS,
}: {
  fetched: ByLocale;
  inStep: ByLocale;
  since: Since | null;
  sinceStep: Since | null;
  side?: Side;
}): ReadProject {
  const texts: ByLocale = new Map(fetched);
  const base: ByLocale = new Map();
  const changesOfStep = changesByLocale(sinceStep);
  for (const [locale, localeTexts] of inStep) {
    texts.set(locale, withTexts(localeTexts, side.after, changesOfStep.get(locale)));
    base.set(locale, localeTexts);
  }
  if (since === null) return { texts, base: null, renamed: new Map() };
  const changes = changesByLocale(since);
  for (const [locale, localeTexts] of fetched) {
    base.set(locale, withTexts(localeTexts, side.before, changes.get(locale)));
  }
  return { texts, base, renamed: newNamesOf(since) };
}

/** Returns the changed texts by locale. Renamed keys are left out. */
function changesByLocale(since: Since | null): Map<string, SyncChange[]> {
  const byLocale = new Map<string, SyncChange[]>();
  for (const change of since?.changes ?? []) {
    if (change.locale === null) continue;
    const localeChanges = byLocale.get(change.locale);
    if (localeChanges === undefined) byLocale.set(change.locale, [change]);
    else localeChanges.push(change);
  }
  return byLocale;
}

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
