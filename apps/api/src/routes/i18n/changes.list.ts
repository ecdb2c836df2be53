import { i18nChangesList } from '@parlance/contracts';
import { listFirstItems } from '../../domain/change/change-item.store.ts';
import type { ChangeFilter } from '../../domain/change/change-list.store.ts';
import { listChanges } from '../../domain/change/list-changes.ts';
import { getLocale } from '../../domain/locale/locale.store.ts';
import { requireLocaleTag } from '../../domain/locale/locale-tag.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { timeRangeOf } from '../../domain/time-range.ts';
import { listAnswer, route } from '../../http/route.ts';
import { encodeCursor } from '../../lib/cursor.ts';
import { presentChange } from './change.present.ts';

export const i18nChangesListRoute = route(
  i18nChangesList,
  async ({ deps, principal, params, query, signal }) => {
    const { kind, by, locale } = query;
    const tag = locale === undefined ? undefined : requireLocaleTag(locale, 'query/locale');
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const filter: ChangeFilter = { kind, by, ...timeRangeOf(query) };
    if (tag !== undefined) filter.localeId = (await getLocale(deps.db, project.id, tag)).id;
    const page = pageQueryOf(query);
    const { rows, next, olderDeleted } = await listChanges(deps, project, filter, {
      ...page,
      signal,
    });
    const nextCursor = next && encodeCursor(next);
    const ids = rows.map(({ id }) => id);
    const items = await listFirstItems(deps.db, project.id, ids, query.items ?? 0);
    const { data, meta } = listAnswer({ rows, nextCursor, limit: page.limit }, (row) =>
      presentChange(row, items.get(row.id)),
    );
    return { data, meta: { ...meta, olderDeleted } };
  },
);
