import { i18nReleasesDiff } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject, requireLocaleTag } from '../../domain/project/index.ts';
import { diffReleases } from '../../domain/release/index.ts';
import { route } from '../../http/route.ts';

export const i18nReleasesDiffRoute = route(
  i18nReleasesDiff,
  async ({ deps, principal, params, query }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const page = await diffReleases(deps.db, {
      projectId: project.id,
      releaseId: params.releaseId,
      againstId: query.against ?? null,
      locale: requireLocaleTag(query.locale, 'query/locale'),
      limit: query.limit,
      cursor: query.cursor,
    });
    return { data: page.rows, meta: { nextCursor: page.nextCursor, limit: page.limit } };
  },
);
