import { i18nProjectsImport } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { getWritableProject } from '../../domain/project/project.store.ts';
import { importAndTranslate } from '../../domain/translation/import-and-translate.ts';
import { isOver } from '../../domain/translation/wait-for-job.ts';
import { failAt } from '../../errors.ts';
import { importInputOf, importTranslationOf, readImportBody } from '../../http/import-body.ts';
import { waitMsOf } from '../../http/prefer.ts';
import { route } from '../../http/route.ts';
import { presentImport, TRANSLATION_WAIT_SECONDS } from './import.present.ts';

export const i18nProjectsImportRoute = route(
  i18nProjectsImport,
  async ({ deps, principal, params, query, request, signal }) => {
    requireLocaleBesideOthers(query);
    const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
    const read = await readImportBody(request, {
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

/** The query's fields are those of a raw body, which its `locale` makes it: else nothing would read them. */
function requireLocaleBesideOthers(query: { locale?: string }): void {
  if (query.locale !== undefined || Object.keys(query).length === 0) return;
  failAt(
    'query/locale',
    'is required where the query has other fields; those of a JSON body with `content` stand in it',
  );
}
