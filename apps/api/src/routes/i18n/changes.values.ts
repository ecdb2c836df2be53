import { i18nChangesValues } from '@parlance/contracts';
import { listChangeItems } from '../../domain/change/change-item.store.ts';
import { requireProjectChange } from '../../domain/change/change-list.store.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
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
