import { i18nGlossaryExport } from '@parlance/contracts';
import { exportTerms } from '../../domain/glossary/export-terms.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { route } from '../../http/route.ts';

export const i18nGlossaryExportRoute = route(
  i18nGlossaryExport,
  async ({ deps, principal, params }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    return { data: await exportTerms(deps, project.id) };
  },
);
