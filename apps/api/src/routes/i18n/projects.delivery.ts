import { i18nProjectsDelivery } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { countReads } from '../../domain/release/index.ts';
import { route } from '../../http/route.ts';
import { presentDelivery } from './delivery.present.ts';

export const i18nProjectsDeliveryRoute = route(
  i18nProjectsDelivery,
  async ({ deps, principal, params }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const requests = await countReads(deps.db, project.id, null, deps.clock.now());
    const isStopped = project.delivery_stopped_at !== null;
    return { data: presentDelivery(deps, { isStopped, requests }) };
  },
);
