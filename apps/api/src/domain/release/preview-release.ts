import { type CheckFinding, LIMITS, type ReleaseChange } from '@parlance/contracts';
import type { CheckLevels } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { encodeCursor } from '../../lib/cursor.ts';
import { type CheckCounts, type RevisionOf, readRevisions, runRechecks } from '../content/index.ts';
import {
  type EnvironmentRow,
  getEnvironment,
  type LocaleRow,
  listAllLocales,
  type ProjectRow,
} from '../project/index.ts';
import { readNameCursor } from './diff-releases.ts';
import { findLiveContent, type LiveContent } from './live-content.store.ts';
import { fingerprintOf } from './messages.store.ts';
import {
  type ChangeTally,
  comparePending,
  type MessageCounts,
  type PendingContent,
} from './pending.store.ts';
import { keptOf, type ReleaseContent, readContent, readEarlier } from './release-content.ts';

export interface PendingQuery {
  environmentId: string;
  /** Id of the earlier release that would be published again. Null for a release of current values. */
  fromReleaseId: string | null;
  /** Canonical tag of the locale whose differences are listed. Null to only count differences. */
  locale: string | null;
  limit?: number;
  cursor?: string;
}

export interface PendingRelease {
  live: LiveContent | null;
  locales: (ChangeTally & MessageCounts & { code: string; kept: boolean; ends: boolean })[];
  checkCounts: readonly CheckCounts[];
  checkLevels: CheckLevels;
  findings: readonly CheckFinding[];
  changes: ReleaseChange[];
  nextCursor: string | null;
  limit: number;
}

/**
 * Maximum time in milliseconds for updating stored findings, because an import can lock values for
 * minutes. After this time, the remaining findings are computed in memory.
 */
const RECHECK_MS = 10_000;

const countsOf = (live: LiveContent['locales'][number] | undefined): MessageCounts => ({
  keys: live?.key_count ?? 0,
  standIns: live === undefined ? {} : live.stand_ins,
});

const NONE = { added: 0, changed: 0, removed: 0, changedStandIns: 0 };

/**
 * Compares the messages that a release would have with the published messages of an environment, in
 * one snapshot. Skips locales that have not changed since their last release.
 * @throws `not_found`, `archived`, `validation_failed`
 */
export async function previewRelease(
  { db }: Pick<Deps, 'db'>,
  project: ProjectRow,
  query: PendingQuery,
  signal: AbortSignal,
): Promise<PendingRelease> {
  if (query.fromReleaseId === null) {
    await runRechecks(db, project.id, { signal, maxMs: RECHECK_MS });
  }
  const limit = query.limit ?? LIMITS.defaultPageSize;
  const after = query.cursor === undefined ? null : readNameCursor(query.cursor);
  const page = query.locale === null ? { after: null, limit: 0 } : { after, limit: limit + 1 };
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    const environment = await getEnvironment(tx, project.id, query.environmentId);
    if (environment.archived_at !== null) fail('archived', 'The environment is archived.');
    const all = await listAllLocales(tx, project.id);
    const live = await findLiveContent(tx, project.id, environment.id);
    const revisionOf = await readRevisions(tx, project.id);
    const liveByTag = new Map((live?.locales ?? []).map((row) => [row.locale, row]));
    const next = await readNext(tx, project, all, environment, query);
    const contents = contentsOf(next);
    const isKept = keeperOf(live, all, next, query);
    const codes = [...new Set([...contents.keys(), ...liveByTag.keys()])].filter(
      (code) => query.locale === null || code === query.locale,
    );
    if (query.locale !== null && codes.length === 0) {
      fail('not_found', `Neither the new release nor the live one has ${query.locale}.`);
    }
    const locales: PendingRelease['locales'] = [];
    const changes: ReleaseChange[] = [];
    for (const code of codes.sort()) {
      const content = contents.get(code) ?? null;
      const liveLocale = liveByTag.get(code);
      const kept = isKept(code);
      const pending = { projectId: project.id, content, live: liveLocale?.sha256 ?? null };
      const { tally, counts, rows } =
        kept || (content && liveLocale && isSame(content, liveLocale, revisionOf))
          ? { tally: NONE, counts: countsOf(liveLocale), rows: [] }
          : await comparePending(tx, pending, page);
      locales.push({ code, kept, ends: content === null && !kept, ...tally, ...counts });
      changes.push(...rows);
    }
    const last = changes.length > limit ? changes[limit - 1] : undefined;
    return {
      live,
      locales,
      checkCounts: codes.flatMap((code) => next.counts.get(code) ?? []),
      checkLevels: next.levels,
      findings: (next.findings ?? []).filter(({ locale }) => codes.includes(locale)),
      changes: changes.slice(0, limit),
      nextCursor: last ? encodeCursor(last.key) : null,
      limit,
    };
  });
}

/**
 * Reads the content of the release. For a release of current values, reads only the locale of the
 * query, if it names one.
 */
function readNext(
  tx: Db,
  project: ProjectRow,
  all: readonly LocaleRow[],
  { fallback }: EnvironmentRow,
  { fromReleaseId, locale }: PendingQuery,
): Promise<ReleaseContent> {
  if (fromReleaseId !== null) {
    return readEarlier(tx, project.id, all, fromReleaseId, null, 'query/fromReleaseId');
  }
  const wanted = all.filter(({ enabled, code }) => enabled && (locale ?? code) === code);
  const tags = wanted.map(({ code }) => code).sort();
  return readContent(tx, project, all, fallback, tags);
}

const contentsOf = ({ sources, earlier }: ReleaseContent): Map<string, PendingContent> =>
  new Map<string, PendingContent>([
    ...sources.map(({ code, source }) => [code, source] as const),
    ...earlier.map((row) => [row.locale, row] as const),
  ]);

/**
 * Returns a function that returns true for a locale whose published messages the release would not
 * replace.
 */
function keeperOf(
  live: LiveContent | null,
  all: readonly LocaleRow[],
  next: ReleaseContent,
  { fromReleaseId }: PendingQuery,
): (code: string) => boolean {
  const released = [...contentsOf(next).keys()].map((locale) => ({ locale }));
  const isPartial = fromReleaseId !== null && next.isPartial;
  const kept = live && (isPartial ? live.locales : keptOf(live, all, released, next));
  const tags = new Set(kept?.map(({ locale }) => locale));
  for (const { locale } of released) tags.delete(locale);
  return (code) => tags.has(code);
}

/** True if the published messages of the locale equal this content. Compares only hashes. */
const isSame = (
  content: PendingContent,
  live: LiveContent['locales'][number],
  revisionOf: RevisionOf,
): boolean =>
  'sha256' in content
    ? live.sha256.equals(content.sha256)
    : live.fingerprint === fingerprintOf(content, revisionOf) && live.stand_ins !== null;
