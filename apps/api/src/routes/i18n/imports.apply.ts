import { i18nImportsApply } from '@parlance/contracts';
import { applyStagedImport } from '../../domain/files/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getWritableProject } from '../../domain/project/index.ts';
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
