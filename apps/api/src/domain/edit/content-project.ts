import type { Db } from '../../db/client.ts';
import type { ContentProject } from '../key/account-keys.ts';
import { listAllLocales } from '../locale/locale.store.ts';
import type { ProjectRow } from '../project/project.store.ts';

/** A project as the accounting of its keys needs it. */
export async function contentProjectOf(tx: Db, project: ProjectRow): Promise<ContentProject> {
  return {
    id: project.id,
    organizationId: project.organization_id,
    sourceLocale: project.source_locale,
    settings: project.settings,
    locales: await listAllLocales(tx, project.id),
  };
}
