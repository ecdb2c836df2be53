import { i18nChangesSince } from '@parlance/contracts';
import { numberChanges } from '../../domain/change/change-number.store.ts';
import { listAllLocales } from '../../domain/locale/locale.store.ts';
import { requireLocaleTag } from '../../domain/locale/locale-tag.ts';
import { requireLocales } from '../../domain/locale/require-locales.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { listSince } from '../../domain/sync/since.store.ts';
import { requireSyncState } from '../../domain/sync/sync-state.store.ts';
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
    const localeIds = locales.map((one) => one.id);
    const page = await listSince(deps.db, id, seen, { localeIds, states, limit, cursor });
    return listAnswer(page, presentSyncChange);
  },
);
