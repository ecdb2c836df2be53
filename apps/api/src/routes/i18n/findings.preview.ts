import { i18nFindingsPreview } from '@parlance/contracts';
import { compareFindings } from '../../domain/check/compare-findings.ts';
import { VALUES_AT_ONCE } from '../../domain/check/run-rechecks.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { requireRuntimes } from '../../domain/project/settings.ts';
import { route } from '../../http/route.ts';
import { encodeCursor } from '../../lib/cursor.ts';

export const i18nFindingsPreviewRoute = route(
  i18nFindingsPreview,
  async ({ deps, principal, params, query: { runtimes = null, cursor } }) => {
    requireRuntimes(runtimes, 'query/runtimes');
    const { after } = pageQueryOf({ cursor });
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { next, ...changes } = await compareFindings(deps.db, id, { runtimes }, after);
    const nextCursor = next === null ? null : encodeCursor(next);
    return { data: changes, meta: { nextCursor, limit: VALUES_AT_ONCE } };
  },
);
