import { i18nFilesImport } from '@parlance/contracts';
import { chooseFiles } from '../../domain/import/folder/choose-files.ts';
import { importFolder } from '../../domain/import/folder/import-folder.ts';
import { readFiles } from '../../domain/import/folder/read-files.ts';
import { setWarnings } from '../../domain/import/folder/set-warnings.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getWritableProject } from '../../domain/project/project.store.ts';
import { readFolderBody } from '../../http/body/folder-body.ts';
import { route } from '../../http/route.ts';
import { presentFolderImport } from './folder-import.present.ts';

export const i18nFilesImportRoute = route(
  i18nFilesImport,
  async ({ deps, principal, params, request }) => {
    const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
    const { keySeparator, messageFormat } = project.settings;
    const target = { keySeparator, sourceLocale: project.source_locale };
    const { files: all, options, optionsPath } = await readFolderBody(request);
    const isRuby = messageFormat === 'ruby';
    const chosen = await chooseFiles(all, options, { ...target, isRuby, optionsPath });
    const { files, faulty } = await readFiles(chosen.files, target, options);
    const dryRun = options.dryRun ?? false;
    const outcome = await importFolder(deps, principal, {
      projectId: project.id,
      files,
      faulty,
      mode: options.mode ?? 'overwrite',
      dryRun,
      prune: options.prune ?? false,
      keepTranslations: options.keepTranslations,
      setWarnings: setWarnings(chosen, target.sourceLocale),
      address: request.ip,
    });
    return { data: presentFolderImport({ chosen, files, faulty, outcome, dryRun }) };
  },
);
