import { i18nProjectsImport } from '@parlance/contracts';
import { importFile, requireLocaleTags } from '../../domain/import/import-file.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getWritableProject } from '../../domain/project/project.store.ts';
import { readImportBody } from '../../http/import-body.ts';
import { route } from '../../http/route.ts';

export const i18nProjectsImportRoute = route(
  i18nProjectsImport,
  async ({ deps, principal, params, request }) => {
    const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
    const { options, localeTag, format, content } = await readImportBody(request, {
      keySeparator: project.settings.keySeparator,
      sourceLocale: project.source_locale,
    });
    const outcome = await importFile(deps, principal, {
      projectId: params.projectId,
      format: format.id,
      localeTag,
      content,
      targetLocales: requireLocaleTags(options.targetLocales ?? [], '/targetLocales'),
      mode: options.mode ?? 'overwrite',
      dryRun: options.dryRun ?? false,
      prune: options.prune ?? false,
      address: request.ip,
    });
    return {
      data: {
        importId: outcome.importId,
        locale: localeTag,
        format: format.id as 'json',
        dryRun: options.dryRun ?? false,
        keys: outcome.keys,
        values: outcome.values,
        warnings: outcome.warnings,
        translation: null,
      },
    };
  },
);
