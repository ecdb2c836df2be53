import { i18nProjectsStopDelivery } from '@parlance/contracts';
import { setProjectDelivery } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nProjectsStopDeliveryRoute = route(
  i18nProjectsStopDelivery,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, isStopped: true, principal, address: request.ip };
    return { data: presentProject(await setProjectDelivery(deps, call)) };
  },
);
