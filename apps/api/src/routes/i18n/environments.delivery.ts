import { i18nEnvironmentsDelivery } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getEnvironment, getProject } from '../../domain/project/index.ts';
import { countReads } from '../../domain/release/index.ts';
import { route } from '../../http/route.ts';
import { presentDelivery } from './delivery.present.ts';

export const i18nEnvironmentsDeliveryRoute = route(
  i18nEnvironmentsDelivery,
  async ({ deps, principal, params }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { id, ...row } = await getEnvironment(deps.db, project.id, params.environmentId);
    const requests = await countReads(deps.db, project.id, id, deps.clock.now());
    const isStopped = (project.delivery_stopped_at ?? row.delivery_stopped_at) !== null;
    return { data: presentDelivery(deps, { isStopped, requests }) };
  },
);
