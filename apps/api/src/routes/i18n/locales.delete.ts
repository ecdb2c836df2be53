import { i18nLocalesDelete } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import {
  deleteLocale,
  getProject,
  requireLocaleTag,
  viewLocales,
} from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentLocale } from './locale.present.ts';

export const i18nLocalesDeleteRoute = route(
  i18nLocalesDelete,
  async ({ deps, principal, params, query, request }) => {
    const { projectId } = params;
    const localeTag = requireLocaleTag(params.localeCode, 'params/localeCode');
    const row = await deleteLocale(deps, {
      deleteValues: query.deleteValues ?? false,
      purge: query.purge ?? false,
      projectId,
      localeTag,
      principal,
      address: request.ip,
    });
    const project = await getProject(deps.db, ownerOf(principal), projectId);
    return { data: presentLocale((await viewLocales(deps.db, project, [row]))[0]!) };
  },
);
