import { i18nLocalesCreate } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { createLocale, getProject, viewLocales } from '../../domain/project/index.ts';
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
