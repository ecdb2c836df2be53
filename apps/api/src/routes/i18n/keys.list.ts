import { i18nKeysList } from '@parlance/contracts';
import { countKeys, listTranslationKeys, updatedSinceOf } from '../../domain/content/index.ts';
import { listFromRows } from '../../http/answer/answer-from-rows.ts';
import { route } from '../../http/route.ts';
import { presentTranslationKey } from './translation-key.present.ts';

export const i18nKeysListRoute = route(i18nKeysList, (call) => {
  const { archived: withArchived = false, ...asked } = call.query;
  const filter = { ...asked, withArchived, updatedSince: updatedSinceOf(asked.updatedSince) };
  const { q, keyPrefix, tag, updatedSince, onlyArchived } = asked;
  const parts = [q, keyPrefix, tag, updatedSince];
  const isFiltered = withArchived || onlyArchived || parts.some((part) => part !== undefined);
  return listFromRows(
    call,
    async (db, { project: { id } }) => {
      const page = await listTranslationKeys(db, id, filter, call.signal);
      return isFiltered ? page : { ...page, total: await countKeys(db, id) };
    },
    presentTranslationKey,
  );
});
