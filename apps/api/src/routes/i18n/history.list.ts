import { i18nHistoryList } from '@parlance/contracts';
import { pageVersions } from '../../domain/content/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentValueVersion } from './value.present.ts';

export const i18nHistoryListRoute = route(
  i18nHistoryList,
  async ({ deps, principal, params, query }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const page = await pageVersions(deps.db, project, params.valueId, query);
    const { data, meta } = listAnswer(page, presentValueVersion);
    return { data, meta: { ...meta, olderDeleted: page.olderDeleted } };
  },
);
