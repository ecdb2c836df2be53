import { i18nImportsChanges } from '@parlance/contracts';
import { requireLocaleTag } from '../../domain/locale/locale-tag.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { listChanges } from '../../domain/staged-import/list-changes.ts';
import { getOpenImport } from '../../domain/staged-import/staged-import.store.ts';
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
