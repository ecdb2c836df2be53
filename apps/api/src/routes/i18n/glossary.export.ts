import { i18nGlossaryExport } from '@parlance/contracts';
import { exportTerms } from '../../domain/glossary/export-terms.ts';
import { route } from '../../http/route.ts';

export const i18nGlossaryExportRoute = route(
  i18nGlossaryExport,
  async ({ deps, principal, params }) => ({
    data: await exportTerms(deps, principal, params.projectId),
  }),
);
