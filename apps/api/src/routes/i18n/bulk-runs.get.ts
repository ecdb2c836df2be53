import { i18nBulkRunsGet } from '@parlance/contracts';
import { getBulkRun } from '../../domain/bulk/bulk-run.store.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { route } from '../../http/route.ts';
import { presentBulkRun } from './bulk.present.ts';

export const i18nBulkRunsGetRoute = route(i18nBulkRunsGet, async ({ deps, principal, params }) => {
  const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
  return { data: presentBulkRun(await getBulkRun(deps.db, id, params.runId)) };
});
