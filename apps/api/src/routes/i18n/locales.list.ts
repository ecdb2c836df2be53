import { i18nLocalesList } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject, pageLocales } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentLocale } from './locale.present.ts';

export const i18nLocalesListRoute = route(
  i18nLocalesList,
  async ({ deps, principal, params, query }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    return listAnswer(await pageLocales(deps.db, project, query), presentLocale);
  },
);
