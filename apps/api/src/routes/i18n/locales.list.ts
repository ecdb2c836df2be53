import { i18nLocalesList } from '@parlance/contracts';
import { pageLocales } from '../../domain/locale/page-locales.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentLocale } from './locale.present.ts';

export const i18nLocalesListRoute = route(
  i18nLocalesList,
  async ({ deps, principal, params, query }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { total, ...page } = await pageLocales(deps.db, project, query);
    const { data, meta } = listAnswer(page, presentLocale);
    return { data, meta: { ...meta, total } };
  },
);
