import { i18nKeysList } from '@parlance/contracts';
import { listTranslationKeys } from '../../domain/key/key.store.ts';
import { updatedSinceOf } from '../../domain/key/updated-since.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { countKeys } from '../../domain/value/value-count.store.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentTranslationKey } from './translation-key.present.ts';

export const i18nKeysListRoute = route(
  i18nKeysList,
  async ({ deps, principal, params, query, signal }) => {
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { archived: withArchived = false, ...asked } = query;
    const filter = { ...asked, withArchived, updatedSince: updatedSinceOf(asked.updatedSince) };
    const page = await listTranslationKeys(deps.db, id, filter, signal);
    const { data, meta } = listAnswer(page, presentTranslationKey);
    const { q, keyPrefix, tag, updatedSince, onlyArchived } = asked;
    const parts = [q, keyPrefix, tag, updatedSince];
    const isFiltered = withArchived || onlyArchived || parts.some((part) => part !== undefined);
    // A filtered list has no total, because it would have to be counted row by row.
    if (isFiltered) return { data, meta };
    return { data, meta: { ...meta, total: await countKeys(deps.db, id) } };
  },
);
