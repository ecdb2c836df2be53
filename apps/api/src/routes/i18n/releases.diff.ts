import { i18nReleasesDiff } from '@parlance/contracts';
import { requireLocaleTag } from '../../domain/locale/locale-tag.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { diffReleases } from '../../domain/release/diff-releases.ts';
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
