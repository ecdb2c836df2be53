import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { isEnvironmentId } from '../environment/environment.store.ts';

/** Which blob answers for a project, environment and locale, and of which release it is. */
export interface BundlePointer {
  projectId: string;
  environment: string;
  locale: string;
  release: { id: string; version: number; publishedAt: string };
  sha256: Buffer;
  keySeparator: string | null;
}

export interface BundleAddress {
  projectId: string;
  /** Slug or id. */
  environment: string;
  /** Canonical. */
  locale: string;
  /** Null: the latest. */
  version: number | null;
}

/**
 * Finds a published bundle. A locale that the release does not have falls back along its subtags
 * (RFC 4647 §3.4 lookup): `de-AT` to `de`.
 *
 * @throws `not_found`; `gone` where the project or the environment is archived.
 */
export async function findBundle(db: Db, address: BundleAddress): Promise<BundlePointer> {
  const { projectId, environment, version } = address;
  const place = await db
    .selectFrom('environment as e')
    .innerJoin('project as p', 'p.id', 'e.project_id')
    .where('e.project_id', '=', projectId)
    .where(isEnvironmentId(environment) ? 'e.id' : 'e.slug', '=', environment)
    .select(['e.id', 'e.slug', 'e.archived_at', 'p.archived_at as project_archived_at'])
    .executeTakeFirst();
  if (!place) fail('not_found', 'There is no such project or environment.');
  if (place.archived_at !== null || place.project_archived_at !== null) {
    fail('gone', 'The project or the environment is archived.');
  }
  let releases = db
    .selectFrom('release')
    .where('project_id', '=', projectId)
    .where('environment_id', '=', place.id);
  if (version !== null) releases = releases.where('version', '=', version);
  const release = await releases
    .select(['id', 'version', 'key_separator', 'created_at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!release) {
    fail('not_found', version === null ? 'Nothing was released yet.' : 'There is no such version.');
  }
  const tags = lookupTags(address.locale);
  const found = await db
    .selectFrom('release_locale')
    .where('project_id', '=', projectId)
    .where('release_id', '=', release.id)
    .where('locale', 'in', tags)
    .select(['locale', 'sha256'])
    .execute();
  const tag = tags.find((candidate) => found.some(({ locale }) => locale === candidate));
  if (tag === undefined) fail('not_found', `The release has no ${address.locale}.`);
  return {
    projectId,
    environment: place.slug,
    locale: tag,
    release: {
      id: release.id,
      version: release.version,
      publishedAt: release.created_at.toISOString(),
    },
    sha256: found.find(({ locale }) => locale === tag)!.sha256,
    keySeparator: release.key_separator,
  };
}

/** The tag and the ones it falls back to, most specific first. */
function lookupTags(tag: string): string[] {
  const tags = [tag];
  for (let at = tag.lastIndexOf('-'); at > 0; at = tag.lastIndexOf('-')) {
    tag = tag.slice(0, at);
    // RFC 4647 §3.4: a single letter or digit goes with the subtag that follows it.
    if (/-[a-z0-9]$/i.test(tag)) tag = tag.slice(0, -2);
    tags.push(tag);
  }
  return tags;
}
