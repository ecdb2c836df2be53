import { i18nImportsApply } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { getWritableProject } from '../../domain/project/project.store.ts';
import { applyStagedImport } from '../../domain/staged-import/apply-staged-import.ts';
import { route } from '../../http/route.ts';
import { presentAppliedImport } from './staged-import.present.ts';

export const i18nImportsApplyRoute = route(
  i18nImportsApply,
  async ({ deps, principal, params, body, request }) => {
    const { id } = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
    const applied = await applyStagedImport(deps, principal, {
      projectId: id,
      importId: params.importId,
      overrides: body.overrides ?? [],
      keepTranslations: body.keepTranslations,
      address: request.ip,
    });
    return { data: presentAppliedImport(applied) };
  },
);
