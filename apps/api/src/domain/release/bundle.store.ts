import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUpAll } from '../../db/statements/plan-hints.ts';
import { fail } from '../../errors.ts';
import { isEnvironmentId } from '../environment/environment.store.ts';
import { PUBLISHED } from '../environment/environment-release.store.ts';
import { lookupTags } from '../locale/lookup-tags.ts';
import { type ProjectRef, trustedProject } from '../tenant.ts';

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
 * @throws `not_found`; `gone` if the project or the environment is archived
 */
export async function findBundle(db: Db, address: BundleAddress): Promise<BundlePointer> {
  const { projectId, environment, version } = address;
  const place = await db
    .selectFrom('environment as e')
    .innerJoin('project as p', 'p.id', 'e.project_id')
    .where('e.project_id', '=', projectId)
    .where(isEnvironmentId(environment) ? 'e.id' : 'e.slug', '=', environment)
    .select([
      'e.id',
      'e.slug',
      'e.prefixes',
      'e.archived_at',
      'p.archived_at as project_archived_at',
    ])
    .executeTakeFirst();
  if (!place) fail('not_found', 'The project or the environment does not exist.');
  if (place.archived_at !== null || place.project_archived_at !== null) {
    fail('gone', 'The project or the environment is archived.');
  }
  if (address.prefix !== null && !place.prefixes.includes(address.prefix)) {
    fail(
      'not_found',
      'The environment does not declare this prefix. Add it to `prefixes` of the environment.',
    );
  }
  const release = await findLastRelease(db, projectId, place.id, version);
  if (!release) {
    fail(
      'not_found',
      version === null ? 'The environment has no release yet.' : 'The version does not exist.',
    );
  }
  const reachesBack = version === null && release.partial;
  // A release that was published since the newest one was read is left out.
  const from = reachesBack
    ? sql<number>`(
        select coalesce(max(w.version), 0) from release w
        where w.project_id = ${projectId}::uuid and w.environment_id = ${place.id}::uuid
          and w.status = ${PUBLISHED} and not w.partial and w.version <= ${release.version})`
    : release.version;
  const tags = lookupTags(address.locale);
  const found = await db
    .selectFrom('release as r')
    .innerJoin(
      lookUpAll('release_locale', { project_id: projectId, release_id: sql.ref('r.id') }).as('l'),
      (join) => join.onTrue(),
    )
    .where('r.project_id', '=', projectId)
    .where('r.environment_id', '=', place.id)
    .where('r.status', '=', PUBLISHED)
    .where('r.version', '>=', from)
    .where('r.version', '<=', release.version)
    .where('l.locale', 'in', tags)
    .distinctOn('l.locale')
    .select(['l.locale', 'l.sha256', 'r.id', 'r.version', 'r.key_separator', 'r.published_at'])
    .orderBy('l.locale')
    .orderBy('r.version', 'desc')
    .execute();
  const byTag = new Map(found.map((row) => [row.locale, row]));
  const tag = tags.find((candidate) => byTag.has(candidate));
  if (tag === undefined)
    fail('not_found', `The release does not contain the locale ${address.locale}.`);
  const row = byTag.get(tag)!;
  return {
    projectId: trustedProject(projectId),
    environmentId: place.id,
    environment: place.slug,
    locale: tag,
    release: { id: row.id, version: row.version, publishedAt: row.published_at!.toISOString() },
    sha256: row.sha256,
    keySeparator: row.key_separator,
  };
}

/**
 * Returns a release of an environment by its version. A null version stands for the newest release.
 */
function findLastRelease(
  db: Db,
  projectId: string,
  environmentId: string,
  version: number | null,
): Promise<{ version: number; partial: boolean } | undefined> {
  let releases = db
    .selectFrom('release')
    .where('project_id', '=', projectId)
    .where('environment_id', '=', environmentId)
    .where('status', '=', PUBLISHED);
  if (version !== null) releases = releases.where('version', '=', version);
  return releases
    .select(['version', 'partial'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}
