import { FolderImportOptions, i18nFilesImport } from '@parlance/contracts';
import { importFolder } from '../../domain/files/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getWritableProject } from '../../domain/project/index.ts';
import { readFolder } from '../../http/body/read-folder.ts';
import { route } from '../../http/route.ts';
import { presentFolderImport } from './folder-import.present.ts';

export const i18nFilesImportRoute = route(
  i18nFilesImport,
  async ({ deps, principal, params, request }) => {
    const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
    const { chosen, input } = await readFolder(project, request, FolderImportOptions);
    const outcome = await importFolder(deps, principal, input);
    return { data: presentFolderImport(chosen, outcome, input.dryRun) };
  },
);
