import { i18nBulkRunsGet } from '@parlance/contracts';
import { getBulkRun } from '../../domain/editor/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentBulkRun } from './bulk.present.ts';

export const i18nBulkRunsGetRoute = route(i18nBulkRunsGet, async ({ deps, principal, params }) => {
  const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
  return { data: presentBulkRun(await getBulkRun(deps.db, id, params.runId)) };
});
