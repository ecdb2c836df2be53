import { i18nLocalesUpdate } from '@parlance/contracts';
import { requireLocaleTag } from '../../domain/locale/locale-tag.ts';
import { updateLocale } from '../../domain/locale/update-locale.ts';
import { viewLocales } from '../../domain/locale/view-locales.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
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
