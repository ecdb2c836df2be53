import { i18nKeysList } from '@parlance/contracts';
import { listTranslationKeys } from '../../domain/key/translation-key.store.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentTranslationKey } from './translation-key.present.ts';

export const i18nKeysListRoute = route(
  i18nKeysList,
  async ({ deps, principal, params, query, signal }) => {
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { archived: withArchived = false, ...filter } = query;
    const page = await listTranslationKeys(deps.db, id, { ...filter, withArchived }, signal);
    return listAnswer(page, presentTranslationKey);
  },
);
