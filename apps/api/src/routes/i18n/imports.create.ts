import { i18nImportsCreate, StagedImportBody } from '@parlance/contracts';
import { stageImport } from '../../domain/files/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getWritableProject } from '../../domain/project/index.ts';
import {
  importInputOf,
  readImportBody,
  requireLocaleBesideOthers,
} from '../../http/body/import-body.ts';
import { route } from '../../http/route.ts';
import { presentStagedImport } from './staged-import.present.ts';

export const i18nImportsCreateRoute = route(
  i18nImportsCreate,
  async ({ deps, principal, params, query, request }) => {
    requireLocaleBesideOthers(query);
    const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
    const target = {
      keySeparator: project.settings.keySeparator,
      sourceLocale: project.source_locale,
    };
    const read = await readImportBody(request, target, StagedImportBody);
    const input = importInputOf(project.id, read, request.ip);
    return { data: presentStagedImport(await stageImport(deps, principal, input)) };
  },
);
