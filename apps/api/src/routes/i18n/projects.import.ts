import { i18nProjectsImport } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { getWritableProject } from '../../domain/project/project.store.ts';
import { failAt } from '../../errors.ts';
import { readImportBody } from '../../http/import-body.ts';
import { route } from '../../http/route.ts';
import { runImport } from '../../http/run-import.ts';
import { presentImport } from './import.present.ts';

export const i18nProjectsImportRoute = route(i18nProjectsImport, async (call) => {
  const { deps, principal, params, query, request } = call;
  requireLocaleBesideOthers(query);
  const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
  const read = await readImportBody(request, {
    keySeparator: project.settings.keySeparator,
    sourceLocale: project.source_locale,
  });
  return presentImport(read, await runImport(call, project, read));
});

/** The query's fields are those of a raw body, which its `locale` makes it: else nothing would read them. */
function requireLocaleBesideOthers(query: { locale?: string }): void {
  if (query.locale !== undefined || Object.keys(query).length === 0) return;
  failAt(
    'query/locale',
    'is required when the options are in the query; the options of a JSON body with `content` belong in that body',
  );
}
