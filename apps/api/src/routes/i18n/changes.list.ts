import { i18nChangesList } from '@parlance/contracts';
import { type ChangeFilter, listChanges, listFirstItems } from '../../domain/content/index.ts';
import { ownerOf, pageQueryOf, timeRangeOf } from '../../domain/kernel/index.ts';
import { getLocale, getProject, requireLocaleTag } from '../../domain/project/index.ts';
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
