import { i18nChangesSince } from '@parlance/contracts';
import { listSince, numberChanges, requireSyncState } from '../../domain/content/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import {
  getProject,
  listAllLocales,
  requireLocales,
  requireLocaleTag,
} from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentSyncChange } from './sync.present.ts';

export const i18nChangesSinceRoute = route(
  i18nChangesSince,
  async ({ deps, principal, params, query }) => {
    const { token, locale, states, limit, cursor } = query;
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const seen = await requireSyncState(deps.db, id, token, 'query/token');
    const all = await listAllLocales(deps.db, id);
    const locales =
      locale === undefined ? all : requireLocales(all, [requireLocaleTag(locale, 'query/locale')]);
    await numberChanges(deps.db, id);
    const localeIds = locales.map((locale) => locale.id);
    const page = await listSince(deps.db, id, seen, { localeIds, states, limit, cursor });
    return listAnswer(page, presentSyncChange);
  },
);
