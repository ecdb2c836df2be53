import { i18nKeyTreeList } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { pageKeyTree } from '../../domain/row/page-key-tree.ts';
import { readRowState } from '../../domain/row/revision.ts';
import { conditionalOn } from '../../http/conditional.ts';
import { listAnswer, route } from '../../http/route.ts';

export const i18nKeyTreeListRoute = route(
  i18nKeyTreeList,
  async ({ deps, principal, params, query, request }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { revision } = await readRowState(deps.db, project);
    const { notModified, headers } = conditionalOn(request, revision, deps.site.version);
    if (notModified) return notModified;
    const page = await pageKeyTree(deps, principal, project, query);
    const answer = listAnswer(page, ({ segment, key_id, prefix, count }) => ({
      segment,
      keyId: key_id,
      prefix,
      count,
    }));
    return { ...answer, headers };
  },
);
