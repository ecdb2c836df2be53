import { type CheckFinding, type Fault, LIMITS } from '@parlance/contracts';
import type { CheckLevels } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { type CheckCounts, readRevisions, sumCounts, summarizeChecks } from '../content/index.ts';
import type { ProjectRef } from '../kernel/index.ts';
import {
  getWritableProject,
  type LocaleRow,
  listAllLocales,
  type ProjectRow,
} from '../project/index.ts';
import type { KeptLocale } from './kept-locale.store.ts';
import { findLiveContent, isLive, type LiveContent } from './live-content.store.ts';
import { fingerprintOf, type MessageSource, storeMessages } from './messages.store.ts';
import type { Publication } from './publication.ts';
import { findPublishing, withdrawRelease } from './publishing.store.ts';
import {
  getRelease,
  listByFingerprint,
  type MadeMessages,
  type NewReleaseLocale,
} from './release.store.ts';
import {
  messageSourceOf,
  requireEarlierLocales,
  requireOpenEnvironment,
  requireReleaseLocales,
} from './release-sources.ts';

export interface MadeContent extends ReleaseContent {
  /** The locales whose messages are not copied from an earlier release. */
  made: readonly MadeLocale[];
  /**
   * Disabled locales whose earlier messages readers keep. Empty for a release of some locales,
   * which changes no other locale.
   */
  kept: readonly KeptLocale[];
}

type MadeLocale = Omit<NewReleaseLocale, 'releaseId'>;

/**
 * Called for each locale after its messages were stored. `text` are the messages as flat JSON. Null
 * if they are large.
 */
type AfterMade = (
  messages: MadeMessages,
  keySeparator: string | null,
  text: string | null,
) => Promise<void>;

/**
 * Builds and checks the messages of a release. Returns null if the release was deleted or is no
 * longer being published.
 */
export async function makeContent(
  tx: Db,
  { projectId, release, owner, order }: Publication,
  now: Date,
  afterMade?: AfterMade,
): Promise<MadeContent | null> {
  if ((await findPublishing(tx, projectId, release.id)) === null) return null;
  const project = await getWritableProject(tx, owner, projectId);
  const environment = await requireOpenEnvironment(tx, projectId, release.environment_id);
  const all = await listAllLocales(tx, projectId);
  const content =
    release.from_release_id === null
      ? await readContent(tx, project, all, environment.fallback, order.locales)
      : await readEarlier(tx, projectId, all, release.from_release_id, order.locales);
  requireNoFindings(content, order.failOn);
  const made = await makeLocales(tx, content, now, afterMade);
  const locales = [...content.earlier, ...made];
  const live = await findLiveContent(tx, projectId, environment.id);
  const kept = live === null || content.isPartial ? [] : keptOf(live, all, locales, content);
  if (order.skipUnchanged) {
    const isSame = live && isLive(live, { ...content, locales, kept });
    if (isSame && (await withdrawRelease(tx, projectId, release.id))) return null;
  }
  return { ...content, made, kept };
}

/**
 * Returns the locales whose earlier messages readers keep after a release of all locales: locales
 * that are disabled now, and locales that were disabled when the republished release was created.
 */
export function keptOf(
  live: Pick<LiveContent, 'locales'>,
  all: readonly LocaleRow[],
  released: readonly Pick<MadeMessages, 'locale'>[],
  { keptTags }: Pick<ReleaseContent, 'keptTags'>,
): KeptLocale[] {
  const left = all.filter(({ code, enabled }) => !enabled || keptTags.has(code));
  const tags = new Set(left.map(({ code }) => code));
  for (const { locale } of released) tags.delete(locale);
  return live.locales.filter(({ locale }) => tags.has(locale));
}

async function makeLocales(
  tx: Db,
  { sources, counts, keySeparator }: ReleaseContent,
  now: Date,
  afterMade?: AfterMade,
): Promise<MadeLocale[]> {
  if (sources.length === 0) return [];
  const { projectId } = sources[0]!.source;
  const revisionOf = await readRevisions(tx, projectId);
  const contents = sources.map(({ code, source }) => ({
    code,
    source,
    locale: source.localeTag,
    fingerprint: fingerprintOf(source, revisionOf),
  }));
  const known = await listByFingerprint(tx, projectId, contents);
  const made: MadeLocale[] = [];
  for (const { code, source, locale, fingerprint } of contents) {
    let messages = known.find((row) => row.locale === locale);
    if (messages === undefined) {
      const { text, ...stored } = await storeMessages(tx, source, now, afterMade !== undefined);
      messages = { locale, ...stored };
      await afterMade?.(messages, keySeparator, text);
    }
    made.push({ ...messages, fingerprint, checks: counts.get(code) ?? {} });
  }
  return made;
}

export interface ReleaseContent {
  /** The locales whose messages must be built. Empty for a release of earlier content. */
  sources: readonly { code: string; source: MessageSource }[];
  earlier: readonly MadeMessages[];
  /** Separator at which nested JSON splits key names. Null for no split. */
  keySeparator: string | null;
  /** Message format of the texts. Null for content of a release that does not name it. */
  messageFormat: string | null;
  /** True if the release contains only some locales. The other locales stay unchanged. */
  isPartial: boolean;
  /** Tags of the locales whose earlier messages the copied release keeps. */
  keptTags: ReadonlySet<string>;
  counts: ReadonlyMap<string, CheckCounts>;
  levels: CheckLevels;
  /** First findings of the checks. Null if the copied release has no checks. */
  findings: readonly CheckFinding[] | null;
}

export async function readContent(
  tx: Db,
  project: ProjectRow,
  all: readonly LocaleRow[],
  fallback: 'source' | 'none',
  tags: readonly string[] | null,
): Promise<ReleaseContent> {
  const locales = requireReleaseLocales(all, tags);
  const isPartial = all.some((locale) => locale.enabled && !locales.includes(locale));
  const sources = locales.map((locale) => ({
    code: locale.code,
    source: messageSourceOf(project, all, locale, fallback),
  }));
  const published = sources.map(({ code, source }) => ({ code, ...source }));
  const { keySeparator, messageFormat } = project.settings;
  const checks = await summarizeChecks(tx, project.id, published);
  const form = { keySeparator, messageFormat, isPartial };
  return { sources, earlier: [], ...form, keptTags: new Set(), ...checks };
}

/**
 * Returns the messages and findings of an earlier release in the locales that are still enabled.
 * `path` is the member of the request that names the release.
 */
export async function readEarlier(
  tx: Db,
  projectId: ProjectRef,
  all: readonly LocaleRow[],
  releaseId: string,
  tags: readonly string[] | null,
  path?: string,
): Promise<ReleaseContent> {
  const earlier = await getRelease(tx, projectId, releaseId);
  const taken = requireEarlierLocales(all, earlier, tags, path);
  return {
    sources: [],
    earlier: taken,
    keySeparator: earlier.key_separator ?? null,
    messageFormat: earlier.message_format ?? null,
    isPartial:
      earlier.partial || earlier.locales.some(({ locale }) => tags?.includes(locale) === false),
    keptTags: new Set(earlier.kept.map(({ locale }) => locale)),
    counts: new Map(taken.map(({ locale, checks }) => [locale, checks ?? {}])),
    levels: earlier.check_levels ?? {},
    findings:
      earlier.check_findings?.filter((findings) =>
        taken.some(({ locale }) => locale === findings.locale),
      ) ?? null,
  };
}

/** @throws `checks_failed` with the first findings of the given severity */
function requireNoFindings(
  { counts, levels, findings }: ReleaseContent,
  failOn: 'error' | 'warning' | null,
): void {
  if (failOn === null) return;
  const severity = failOn === 'error' ? failOn : undefined;
  const count = sumCounts(counts.values(), levels, severity);
  if (count === 0) return;
  const errors: Fault[] = (findings ?? [])
    .filter((finding) => severity === undefined || finding.severity === severity)
    .slice(0, LIMITS.checkFindingsListed)
    .map(({ locale, key, code, message, value, params }) => ({
      path: `${locale}/${key}`,
      message: `${code}: ${message}`,
      finding: { code, ...(value !== undefined && { value }), ...(params && { params }) },
    }));
  const what = severity === undefined ? 'finding' : 'error';
  const found = count === 1 ? `1 ${what}` : `${count} ${what}s`;
  fail(
    'checks_failed',
    `The checks found ${found}. Nothing was published. Correct the values, or publish with a less strict \`failOn\`.`,
    { errors },
  );
}
