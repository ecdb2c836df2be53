import { i18nFilesJsonImport } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getWritableProject } from '../../domain/project/index.ts';
import { readUploadBody } from '../../http/body/read-upload-body.ts';
import { runImport } from '../../http/body/run-import.ts';
import { route } from '../../http/route.ts';
import { presentImport } from './import.present.ts';

export const i18nFilesJsonImportRoute = route(i18nFilesJsonImport, async (call) => {
  const { deps, principal, params, request } = call;
  const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
  const read = await readUploadBody(request, {
    keySeparator: project.settings.keySeparator,
    sourceLocale: project.source_locale,
  });
  return presentImport(project.id, read, await runImport(call, project, read));
});
