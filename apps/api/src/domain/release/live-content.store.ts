import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUpAll } from '../../db/statements/plan-hints.ts';
import { PUBLISHED } from '../environment/environment-release.store.ts';
import type { ProjectRef } from '../tenant.ts';
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
  // Releases that were published since the newest one was read are left out.
  const { rows } = await sql<LiveContent['locales'][number]>`
    select distinct on (l.locale) r.id as release_id, l.locale, l.sha256, l.fingerprint, r.key_separator
    from release r
    cross join ${lookUpAll('release_locale', { project_id: projectId, release_id: sql`r.id` })} l
    where r.project_id = ${projectId}::uuid and r.environment_id = ${environmentId}::uuid
      and r.status = ${PUBLISHED} and r.version <= ${newest.version} and r.version >= (
        select coalesce(max(w.version), 0) from release w
        where w.project_id = ${projectId}::uuid and w.environment_id = ${environmentId}::uuid
          and w.status = ${PUBLISHED} and not w.partial and w.version <= ${newest.version})
    order by l.locale, r.version desc`.execute(db);
  return { releaseId: newest.id, version: newest.version, locales: rows };
}

/** True if a release with this content would not change any published message. */
export function isLive(
  live: LiveContent,
  content: {
    locales: readonly Pick<MadeMessages, 'locale' | 'sha256'>[];
    keySeparator: string | null;
    isPartial: boolean;
  },
): boolean {
  const byTag = new Map(live.locales.map((row) => [row.locale, row]));
  const isSame = content.locales.every(({ locale, sha256 }) => {
    const own = byTag.get(locale);
    return own?.sha256.equals(sha256) === true && own.key_separator === content.keySeparator;
  });
  return isSame && (content.isPartial || content.locales.length === live.locales.length);
}
