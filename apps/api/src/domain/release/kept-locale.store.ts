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

/** Returns the tags of the locales that a release leaves as an earlier release published them. */
export async function listKeptTags(
  db: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('release_kept_locale')
    .where('project_id', '=', projectId)
    .where('release_id', '=', releaseId)
    .select('locale')
    .execute();
  return new Set(rows.map(({ locale }) => locale));
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
