import { i18nLocalesUpdate } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import {
  getProject,
  requireLocaleTag,
  updateLocale,
  viewLocales,
} from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentLocale } from './locale.present.ts';

export const i18nLocalesUpdateRoute = route(
  i18nLocalesUpdate,
  async ({ deps, principal, params, body, request }) => {
    const { projectId } = params;
    const localeTag = requireLocaleTag(params.localeCode, 'params/localeCode');
    const row = await updateLocale(deps, {
      ...body,
      projectId,
      localeTag,
      principal,
      address: request.ip,
    });
    const project = await getProject(deps.db, ownerOf(principal), projectId);
    return { data: presentLocale((await viewLocales(deps.db, project, [row]))[0]!) };
  },
);
