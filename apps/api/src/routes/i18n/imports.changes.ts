import { i18nImportsChanges } from '@parlance/contracts';
import { getOpenImport, listChanges } from '../../domain/files/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject, requireLocaleTag } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';

export const i18nImportsChangesRoute = route(
  i18nImportsChanges,
  async ({ deps, principal, params, query }) => {
    const { db, clock } = deps;
    const { locale: given, ...others } = query;
    const locale = given === undefined ? undefined : requireLocaleTag(given, 'query/locale');
    const { id } = await getProject(db, ownerOf(principal), params.projectId);
    const staged = await getOpenImport(db, id, params.importId, clock.now());
    return listAnswer(await listChanges(db, staged, { ...others, locale }), (change) => change);
  },
);
