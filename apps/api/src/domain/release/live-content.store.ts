import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUp, lookUpAll } from '../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../kernel/index.ts';
import { PUBLISHED } from '../project/index.ts';
import type { KeptLocale } from './kept-locale.store.ts';
import type { StandInCounts } from './messages.store.ts';
import type { MadeMessages } from './release.store.ts';

/** The messages that apps can currently download from an environment. */
export interface LiveContent {
  releaseId: string;
  version: number;
  /** The messages of each locale. They come from the newest release that contains the locale. */
  locales: readonly {
    release_id: string;
    locale: string;
    sha256: Buffer;
    fingerprint: string;
    key_separator: string | null;
    message_format: string | null;
    key_count: number;
    stand_ins: StandInCounts | null;
  }[];
}

/** Returns the published content of an environment, or null before the first release. */
export async function findLiveContent(
  db: Db,
  projectId: ProjectRef,
  environmentId: string,
): Promise<LiveContent | null> {
  const newest = await db
    .selectFrom('release')
    .where('project_id', '=', projectId)
    .where('environment_id', '=', environmentId)
    .where('status', '=', PUBLISHED)
    .select(['id', 'version'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return null;
  const { rows } = await sql<LiveContent['locales'][number]>`
    select distinct on (l.locale) r.id as release_id, l.locale, l.sha256, l.fingerprint,
           r.key_separator, r.message_format, l.key_count, l.stand_ins
    from ${liveLocales(projectId, environmentId, newest.version)}
    order by l.locale, r.version desc`.execute(db);
  return { releaseId: newest.id, version: newest.version, locales: rows };
}

/**
 * SQL for the locales `l` that readers have after a release, each with its release `r`. If a locale
 * is in several releases, the highest version counts. Considers the last release of all locales,
 * later releases, and the earlier releases whose messages the last release of all locales keeps for
 * disabled locales. Omits releases that were published after `version` was read.
 */
export const liveLocales = (
  projectId: ProjectRef,
  environmentId: string,
  version: number,
): RawBuilder<unknown> => {
  const ofEnvironment = sql`
    e.project_id = ${projectId}::uuid and e.environment_id = ${environmentId}::uuid
    and e.status = ${PUBLISHED} and e.version <= ${version}`;
  const kept = { project_id: projectId, release_id: sql`c.id` };
  const origin = { project_id: projectId, id: sql`k.from_release_id` };
  return sql`(
    with complete as materialized (
      select e.id, e.version from release e where ${ofEnvironment} and not e.partial
      order by e.version desc limit 1)
    select e.id, e.version, e.published_at, e.key_separator, e.message_format, null as kept from release e
    where ${ofEnvironment} and e.version >= coalesce((select c.version from complete c), 0)
    union all
    select e.id, e.version, e.published_at, e.key_separator, e.message_format, k.locale from complete c
    cross join ${lookUpAll('release_kept_locale', kept)} k
    cross join ${lookUp('release', origin)} e
  ) r
  join ${lookUpAll('release_locale', { project_id: projectId, release_id: sql`r.id` })} l
    on r.kept is null or r.kept = l.locale`;
};

/** True if a release with this content would not change any published message. */
export function isLive(
  live: LiveContent,
  content: {
    locales: readonly Pick<MadeMessages, 'locale' | 'sha256'>[];
    keySeparator: string | null;
    messageFormat: string | null;
    isPartial: boolean;
    kept: readonly KeptLocale[];
  },
): boolean {
  const byTag = new Map(live.locales.map((row) => [row.locale, row]));
  const isSame = content.locales.every(({ locale, sha256 }) => {
    const liveRow = byTag.get(locale);
    return (
      liveRow?.sha256.equals(sha256) === true &&
      liveRow.key_separator === content.keySeparator &&
      // A release of an earlier version of the service does not name its message format.
      (liveRow.message_format ?? content.messageFormat) === content.messageFormat
    );
  });
  const count = content.locales.length + content.kept.length;
  return isSame && (content.isPartial || count === live.locales.length);
}
