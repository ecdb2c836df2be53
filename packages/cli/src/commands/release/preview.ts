import type { Environment, PendingRelease, ReleaseChange, ReleaseChecks } from '@parlance/sdk';
import { count } from '../../output/count.ts';
import { escapeText, quoteText } from '../../output/escape-text.ts';
import { type ReleaseCall, requireLocales } from './release.ts';

/** A release that is only previewed. */
export interface PreviewOrder {
  readonly environment: Environment;
  /** Locales of `--locale`. Empty for all locales. */
  readonly wanted: readonly string[];
  /** Earlier release whose content would be published. Undefined for current values. */
  readonly fromReleaseId?: string;
}

export type ChangeInLocale = ReleaseChange & { readonly locale: string };
type PendingLocale = PendingRelease['locales'][number];

/** Maximum number of changes that are listed for a locale that `--locale` does not name. */
const SHOWN = 10;

/**
 * Reads the changes of a release, in all locales or in those of `--locale`.
 * @throws CliError for a locale of `--locale` that the release does not contain
 */
export async function readPending(
  { client, projectId }: ReleaseCall,
  { environment, wanted, fromReleaseId }: PreviewOrder,
): Promise<Omit<PendingRelease, 'changes'>> {
  const place = { projectId, environmentId: environment.id, fromReleaseId };
  const { data } = await client.i18n.environments.pending(place);
  const { changes: _, ...pending } = data;
  const released = pending.locales.filter(({ kept, ends }) => !kept && !ends);
  requireLocales(
    wanted,
    released.map(({ code }) => code),
  );
  if (wanted.length === 0) return pending;
  return { ...pending, locales: pending.locales.filter(({ code }) => wanted.includes(code)) };
}

/**
 * Lists the changes of each locale below its counts: all of them for a locale of `--locale`, else
 * the first ten. If `hasChecks` is true, also returns the results of the checks of each locale.
 */
export async function listChanges(
  { client, projectId }: ReleaseCall,
  { environment, wanted, fromReleaseId }: PreviewOrder,
  locales: readonly PendingLocale[],
  hasChecks = false,
): Promise<{ changes: ChangeInLocale[]; checks: ReleaseChecks[]; lines: string[] }> {
  const changes: ChangeInLocale[] = [];
  const checks: ReleaseChecks[] = [];
  const lines: string[] = [];
  for (const pending of locales) {
    lines.push(describeCounts(pending));
    const total = pending.added + pending.changed + pending.removed;
    if (total === 0 && !hasChecks) continue;
    const { code: locale } = pending;
    const limit = wanted.includes(locale) ? Number.POSITIVE_INFINITY : SHOWN;
    const read = await readChanges(
      (page) =>
        client.i18n.environments.pending({
          projectId,
          environmentId: environment.id,
          fromReleaseId,
          locale,
          ...page,
        }),
      limit,
    );
    checks.push(read.checks);
    for (const { fallback: _, ...change } of read.changes) changes.push({ locale, ...change });
    lines.push(...read.changes.flatMap((change) => describeChange(locale, change)));
    const more = total - read.changes.length;
    if (more > 0)
      lines.push(`${locale}  and ${count(more, 'more change')}: add --locale ${locale}`);
  }
  return { changes, checks, lines };
}

/** Reads pages until the last page, or until there are `limit` changes. Each page has the same checks. */
async function readChanges(
  read: (page: {
    cursor?: string;
    limit?: number;
  }) => Promise<{ data: PendingRelease; meta: { nextCursor: string | null } }>,
  limit: number,
): Promise<Pick<PendingRelease, 'changes' | 'checks'>> {
  const changes: ReleaseChange[] = [];
  const size = Number.isFinite(limit) ? { limit } : {};
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = await read({ ...size, ...(cursor === undefined ? {} : { cursor }) });
    changes.push(...data.changes);
    cursor = meta.nextCursor ?? undefined;
    if (cursor === undefined || changes.length >= limit) return { changes, checks: data.checks };
  }
}

/** Describes the change of a message in up to three lines: the key, the text before, the text after. */
export const describeChange = (
  locale: string,
  { key, change, before, after }: ReleaseChange,
): string[] => [
  `${locale}  ${escapeText(key)}  ${change}`,
  ...(before === null ? [] : [`  before  ${quoteText(before)}`]),
  ...(after === null ? [] : [`  after   ${quoteText(after)}`]),
];

function describeCounts({ code, added, changed, removed, kept, ends }: PendingLocale): string {
  if (kept) return `${code}  not in this release: apps keep the texts that they have`;
  const counts = `${code}  ${added} added, ${changed} changed, ${removed} removed`;
  return ends
    ? `${counts}; the release ends this locale: apps that request it get a related locale or 404`
    : counts;
}
