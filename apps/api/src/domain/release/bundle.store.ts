import { lookupTags } from '@parlance/locales';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUpAll } from '../../db/statements/plan-hints.ts';
import { fail } from '../../errors.ts';
import { type ProjectRef, trustedProject } from '../kernel/index.ts';
import { isEnvironmentId, PUBLISHED } from '../project/index.ts';
import { liveLocales } from './live-content.store.ts';

/**
 * The published messages of a locale in an environment, identified by the SHA-256 of their blob.
 */
export interface BundlePointer {
  projectId: ProjectRef;
  environmentId: string;
  environment: string;
  locale: string;
  release: { id: string; version: number; publishedAt: string };
  sha256: Buffer;
  keySeparator: string | null;
  /** Message format of the texts. Null for a release of an earlier version of the service. */
  messageFormat: string | null;
}

export interface BundleAddress {
  projectId: string;
  /** Slug or id of the environment. */
  environment: string;
  locale: string;
  /** Version of the release. Null for the newest release. */
  version: number | null;
  prefix: string | null;
}

/**
 * Finds the published messages of a locale, or else of the next more general locale (`de` for
 * `de-AT`). If the newest release lacks the locale, finds its messages in an earlier release.
 * @throws `not_found`; `gone` if delivery of the project or the environment was stopped
 */
export async function findBundle(db: Db, address: BundleAddress): Promise<BundlePointer> {
  const { projectId, environment, version } = address;
  const environmentRow = await db
    .selectFrom('environment as e')
    .innerJoin('project as p', 'p.id', 'e.project_id')
    .where('e.project_id', '=', projectId)
    .where(isEnvironmentId(environment) ? 'e.id' : 'e.slug', '=', environment)
    .select([
      'e.id',
      'e.slug',
      'e.prefixes',
      'e.delivery_stopped_at',
      'p.delivery_stopped_at as project_stopped_at',
    ])
    .executeTakeFirst();
  if (!environmentRow) fail('not_found', 'The project or the environment does not exist.');
  if (environmentRow.delivery_stopped_at !== null || environmentRow.project_stopped_at !== null) {
    fail(
      'gone',
      'Delivery of the project or the environment was stopped. Its maintainers can resume it.',
    );
  }
  if (address.prefix !== null && !environmentRow.prefixes.includes(address.prefix)) {
    fail(
      'not_found',
      'The environment does not declare this prefix. Add it to `prefixes` of the environment.',
    );
  }
  const ref = trustedProject(projectId);
  const newest = await findVersion(db, ref, environmentRow.id, version);
  if (newest === null) {
    fail(
      'not_found',
      version === null ? 'The environment has no release yet.' : 'The version does not exist.',
    );
  }
  const tags = lookupTags(address.locale);
  const { rows } = await sql<FoundLocale>`
    select distinct on (l.locale)
      l.locale, l.sha256, r.id, r.version, r.key_separator, r.message_format, r.published_at
    from ${version === null ? liveLocales(ref, environmentRow.id, newest) : ownLocales(ref, environmentRow.id, newest)}
    where l.locale = any(${tags}::text[])
    order by l.locale, r.version desc`.execute(db);
  const byTag = new Map(rows.map((row) => [row.locale, row]));
  const tag = tags.find((candidate) => byTag.has(candidate));
  if (tag === undefined)
    fail('not_found', `The release does not contain the locale ${address.locale}.`);
  const row = byTag.get(tag)!;
  return {
    projectId: ref,
    environmentId: environmentRow.id,
    environment: environmentRow.slug,
    locale: tag,
    release: { id: row.id, version: row.version, publishedAt: row.published_at.toISOString() },
    sha256: row.sha256,
    keySeparator: row.key_separator,
    messageFormat: row.message_format,
  };
}

interface FoundLocale {
  locale: string;
  sha256: Buffer;
  id: string;
  version: number;
  key_separator: string | null;
  message_format: string | null;
  published_at: Date;
}

/** SQL for the locales `l` of a single release `r`. */
const ownLocales = (projectId: ProjectRef, environmentId: string, version: number) => sql`
  (select * from release e
   where e.project_id = ${projectId}::uuid and e.environment_id = ${environmentId}::uuid
     and e.status = ${PUBLISHED} and e.version = ${version}) r
  cross join ${lookUpAll('release_locale', { project_id: projectId, release_id: sql`r.id` })} l`;

/** Returns the version of the newest release of an environment, or null if it does not exist. */
async function findVersion(
  db: Db,
  projectId: ProjectRef,
  environmentId: string,
  version: number | null,
): Promise<number | null> {
  let releases = db
    .selectFrom('release')
    .where('project_id', '=', projectId)
    .where('environment_id', '=', environmentId)
    .where('status', '=', PUBLISHED);
  if (version !== null) releases = releases.where('version', '=', version);
  const newest = await releases
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.version ?? null;
}
