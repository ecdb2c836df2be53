import { i18nChangesValues } from '@parlance/contracts';
import { listChangeItems } from '../../domain/change/change-item.store.ts';
import { getProjectChange } from '../../domain/change/change-list.store.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentChangeItem } from './change.present.ts';

export const i18nChangesValuesRoute = route(
  i18nChangesValues,
  async ({ deps, principal, params, query }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { id } = await getProjectChange(deps.db, project, params.changeId);
    return listAnswer(await listChangeItems(deps.db, project.id, id, query), presentChangeItem);
  },
);
