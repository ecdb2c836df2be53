import type { Db } from '../../db/client.ts';
import type { ProjectRef } from '../kernel/index.ts';

/**
 * A disabled locale that a release of all locales does not contain. Readers keep the messages of the earlier release
 * `release_id`.
 */
export interface KeptLocale {
  locale: string;
  release_id: string;
}

export async function insertKeptLocales(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
  kept: readonly KeptLocale[],
): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map(({ locale, release_id }) => ({
    project_id: projectId,
    release_id: releaseId,
    locale,
    from_release_id: release_id,
  }));
  await tx.insertInto('release_kept_locale').values(rows).execute();
}

/** A locale that a release leaves as the earlier release `from_release_id` published it. */
export interface KeptLocaleRow {
  locale: string;
  from_release_id: string;
  /** Version of the earlier release. */
  version: number;
}

/** Returns the locales that releases leave as earlier releases published them, by the id of the release. */
export async function listKeptByRelease(
  db: Db,
  projectId: ProjectRef,
  releaseIds: readonly string[],
): Promise<Map<string, KeptLocaleRow[]>> {
  const rows = await db
    .selectFrom('release_kept_locale as k')
    .innerJoin('release as f', (join) =>
      join.onRef('f.project_id', '=', 'k.project_id').onRef('f.id', '=', 'k.from_release_id'),
    )
    .where('k.project_id', '=', projectId)
    .where('k.release_id', 'in', releaseIds)
    .select(['k.release_id', 'k.locale', 'k.from_release_id', 'f.version'])
    .orderBy('k.locale')
    .execute();
  return Map.groupBy(rows, (row) => row.release_id);
}

export async function deleteKeptLocales(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<void> {
  await tx
    .deleteFrom('release_kept_locale')
    .where('project_id', '=', projectId)
    .where('release_id', '=', releaseId)
    .execute();
}
