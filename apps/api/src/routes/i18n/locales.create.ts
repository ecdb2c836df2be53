import { i18nLocalesCreate } from '@parlance/contracts';
import { createLocale } from '../../domain/locale/create-locale.ts';
import { viewLocales } from '../../domain/locale/view-locales.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { route } from '../../http/route.ts';
import { presentLocale } from './locale.present.ts';

export const i18nLocalesCreateRoute = route(
  i18nLocalesCreate,
  async ({ deps, principal, params, body, request }) => {
    const { projectId } = params;

    const row = await createLocale(deps, { ...body, projectId, principal, address: request.ip });
    const project = await getProject(deps.db, ownerOf(principal), projectId);
    return { data: presentLocale((await viewLocales(deps.db, project, [row]))[0]!) };
  },
);
