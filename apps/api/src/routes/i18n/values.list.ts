import { i18nValuesList } from '@parlance/contracts';
import { pageValues } from '../../domain/editing/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentMissing, presentValue } from './value.present.ts';

export const i18nValuesListRoute = route(
  i18nValuesList,
  async ({ deps, principal, params, query, signal }) => {
    const owner = ownerOf(principal);
    const page = await deps.contentReads.ofProject(owner, params.projectId, async (db) =>
      pageValues(db, await getProject(db, owner, params.projectId), query, signal),
    );
    return listAnswer(page, (row) => (row.text === null ? presentMissing(row) : presentValue(row)));
  },
);
