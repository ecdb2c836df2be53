import { i18nChangesValues } from '@parlance/contracts';
import { listChangeItems, requireProjectChange } from '../../domain/content/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentChangeItem } from './change.present.ts';

export const i18nChangesValuesRoute = route(
  i18nChangesValues,
  async ({ deps, principal, params, query }) => {
    const { projectId, changeId } = params;
    const { id } = await getProject(deps.db, ownerOf(principal), projectId);
    await requireProjectChange(deps.db, id, changeId);
    return listAnswer(await listChangeItems(deps.db, id, changeId, query), presentChangeItem);
  },
);
