import { i18nEnvironmentsDelivery } from '@parlance/contracts';
import { getEnvironment } from '../../domain/environment/environment.store.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { countReads } from '../../domain/release/delivery/bundle-read.store.ts';
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
