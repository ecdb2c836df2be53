import { i18nGlossaryExport } from '@parlance/contracts';
import { exportTerms } from '../../domain/content/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';

export const i18nGlossaryExportRoute = route(
  i18nGlossaryExport,
  async ({ deps, principal, params }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    return { data: await exportTerms(deps, project.id) };
  },
);
