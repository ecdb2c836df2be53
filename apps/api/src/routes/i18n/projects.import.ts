import { i18nProjectsImport } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getWritableProject } from '../../domain/project/index.ts';
import { readImportBody, requireLocaleBesideOthers } from '../../http/body/import-body.ts';
import { runImport } from '../../http/body/run-import.ts';
import { route } from '../../http/route.ts';
import { presentImport } from './import.present.ts';

export const i18nProjectsImportRoute = route(i18nProjectsImport, async (call) => {
  const { deps, principal, params, query, request } = call;
  requireLocaleBesideOthers(query);
  const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
  const read = await readImportBody(request, {
    keySeparator: project.settings.keySeparator,
    sourceLocale: project.source_locale,
  });
  return presentImport(project.id, read, await runImport(call, project, read));
});
