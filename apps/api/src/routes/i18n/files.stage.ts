import { FolderStageOptions, i18nFilesStage } from '@parlance/contracts';
import { stageFolder } from '../../domain/files/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getWritableProject } from '../../domain/project/index.ts';
import { readFolder } from '../../http/body/read-folder.ts';
import { route } from '../../http/route.ts';
import { presentStagedImport } from './staged-import.present.ts';

export const i18nFilesStageRoute = route(
  i18nFilesStage,
  async ({ deps, principal, params, request }) => {
    const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
    const { chosen, input } = await readFolder(project, request, FolderStageOptions);
    const { path, source = null, prefix = '' } = chosen.spec;
    const pattern = { path, source, prefix, skipped: chosen.skipped };
    return { data: presentStagedImport(await stageFolder(deps, principal, input, pattern)) };
  },
);
