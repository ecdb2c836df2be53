import type { ProjectSettings } from '@parlance/contracts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import type { ContentProject } from './account-keys.ts';

/** Returns a project as the accounting of its keys needs it. */
export const contentProjectOf = (
  project: {
    id: ProjectRef;
    organization_id: OwnerRef;
    source_locale: string;
    settings: ProjectSettings;
  },
  locales: ContentProject['locales'],
): ContentProject => ({
  id: project.id,
  organizationId: project.organization_id,
  sourceLocale: project.source_locale,
  settings: project.settings,
  locales,
});
