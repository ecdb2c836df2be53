import { i18nImportsDelete } from '@parlance/contracts';
import { discardImport } from '../../domain/files/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentStagedImport } from './staged-import.present.ts';

export const i18nImportsDeleteRoute = route(
  i18nImportsDelete,
  async ({ deps, principal, params }) => {
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const staged = await discardImport(deps, id, params.importId);
    return { data: presentStagedImport(staged, 'discarded') };
  },
);
