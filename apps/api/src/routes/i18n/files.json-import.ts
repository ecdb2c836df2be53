import { i18nFilesJsonImport } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { getWritableProject } from '../../domain/project/project.store.ts';
import { importAndTranslate } from '../../domain/translation/import-and-translate.ts';
import { isOver } from '../../domain/translation/wait-for-job.ts';
import { importInputOf, importTranslationOf } from '../../http/import-body.ts';
import { waitMsOf } from '../../http/prefer.ts';
import { route } from '../../http/route.ts';
import { readUploadBody } from '../../http/upload-body.ts';
import { presentImport, TRANSLATION_WAIT_SECONDS } from './import.present.ts';

export const i18nFilesJsonImportRoute = route(
  i18nFilesJsonImport,
  async ({ deps, principal, params, request, signal }) => {
    const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
    const read = await readUploadBody(request, {
      keySeparator: project.settings.keySeparator,
      sourceLocale: project.source_locale,
    });
    const input = {
      ...importInputOf(project.id, read, request.ip),
      ...importTranslationOf(read),
    };
    const waitMs = waitMsOf(request, TRANSLATION_WAIT_SECONDS);
    const { outcome, job } = await importAndTranslate(deps, principal, input, { waitMs, signal });
    return {
      data: presentImport(read, outcome, job),
      status: job === null || isOver(job) ? 200 : 202,
    };
  },
);
