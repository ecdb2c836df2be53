import { i18nTranslationGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { findTranslation, getProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentTranslation } from './translation.present.ts';

export const i18nTranslationGetRoute = route(
  i18nTranslationGet,
  async ({ deps, principal, params }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    return { data: presentTranslation(await findTranslation(deps.db, project), deps.engines) };
  },
);
