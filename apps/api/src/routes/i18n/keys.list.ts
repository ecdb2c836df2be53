import { i18nKeysList } from '@parlance/contracts';
import { countKeys, listTranslationKeys, updatedSinceOf } from '../../domain/content/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentTranslationKey } from './translation-key.present.ts';

export const i18nKeysListRoute = route(
  i18nKeysList,
  async ({ deps, principal, params, query, signal }) => {
    const owner = ownerOf(principal);
    const { archived: withArchived = false, ...asked } = query;
    const filter = { ...asked, withArchived, updatedSince: updatedSinceOf(asked.updatedSince) };
    const { q, keyPrefix, tag, updatedSince, onlyArchived } = asked;
    const parts = [q, keyPrefix, tag, updatedSince];
    const isFiltered = withArchived || onlyArchived || parts.some((part) => part !== undefined);
    const { page, total } = await deps.contentReads.ofProject(
      owner,
      params.projectId,
      async (db) => {
        const { id } = await getProject(db, owner, params.projectId);
        const page = await listTranslationKeys(db, id, filter, signal);
        return { page, total: isFiltered ? null : await countKeys(db, id) };
      },
    );
    const { data, meta } = listAnswer(page, presentTranslationKey);
    return { data, meta: total === null ? meta : { ...meta, total } };
  },
);
