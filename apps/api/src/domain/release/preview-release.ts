import { type CheckFinding, LIMITS, type ReleaseChange } from '@parlance/contracts';
import type { CheckLevels } from '@parlance/messages';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { encodeCursor } from '../../lib/cursor.ts';
import { type CheckCounts, readRevisions, runRechecks, summarizeChecks } from '../content/index.ts';
import { getEnvironment, listAllLocales, type ProjectRow } from '../project/index.ts';
import { readNameCursor } from './diff-releases.ts';
import { findLiveContent, type LiveContent } from './live-content.store.ts';
import { fingerprintOf } from './messages.store.ts';
import { type ChangeTally, comparePending, type MessageCounts } from './pending.store.ts';
import { messageSourceOf, requireReleaseLocales } from './release-sources.ts';

export interface PendingQuery {
  environmentId: string;
  /** Canonical tag of the locale whose differences are listed. Null to only count differences. */
  locale: string | null;
  limit?: number;
  cursor?: string;
}

export interface PendingRelease {
  live: LiveContent | null;
  locales: (ChangeTally & MessageCounts & { code: string })[];
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
  standIns: live?.stand_ins ?? {},
});

const NONE = { added: 0, changed: 0, removed: 0, changedStandIns: 0 };

/**
 * Compares the messages that a release would have now with the published messages of an
 * environment, in one snapshot. Skips locales that have not changed since their last release.
 * @throws `not_found`, `archived`, `validation_failed`
 */
export async function previewRelease(
  { db }: Pick<Deps, 'db'>,
  project: ProjectRow,
  query: PendingQuery,
  signal: AbortSignal,
): Promise<PendingRelease> {
  await runRechecks(db, project.id, { signal, maxMs: RECHECK_MS });
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
    const sources = new Map(
      requireReleaseLocales(all, null).map((locale) => [
        locale.code,
        messageSourceOf(project, all, locale, environment.fallback),
      ]),
    );
    const codes = [...new Set([...sources.keys(), ...liveByTag.keys()])].filter(
      (code) => query.locale === null || code === query.locale,
    );
    if (query.locale !== null && codes.length === 0) {
      fail('not_found', `Neither the project nor the live release has ${query.locale}.`);
    }
    const locales: PendingRelease['locales'] = [];
    const changes: ReleaseChange[] = [];
    for (const code of codes.sort()) {
      const source = sources.get(code) ?? null;
      const liveLocale = liveByTag.get(code);
      const isKept = all.some((locale) => locale.code === code && !locale.enabled);
      const isLive =
        isKept ||
        (source !== null &&
          liveLocale?.fingerprint === fingerprintOf(source, revisionOf) &&
          liveLocale.stand_ins !== null);
      const pending = { projectId: project.id, source, live: liveLocale?.sha256 ?? null };
      const { tally, counts, rows } = isLive
        ? { tally: NONE, counts: countsOf(liveLocale), rows: [] }
        : await comparePending(tx, pending, page);
      locales.push({ code, ...tally, ...counts });
      changes.push(...rows);
    }
    const published = codes.flatMap((code) => {
      const source = sources.get(code);
      return source ? [{ code, ...source }] : [];
    });
    const { counts, levels, findings } = await summarizeChecks(tx, project.id, published);
    const last = changes.length > limit ? changes[limit - 1] : undefined;
    return {
      live,
      locales,
      checkCounts: [...counts.values()],
      checkLevels: levels,
      findings,
      changes: changes.slice(0, limit),
      nextCursor: last ? encodeCursor(last.key) : null,
      limit,
    };
  });
}
