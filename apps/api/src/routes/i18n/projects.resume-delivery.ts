import { i18nProjectsResumeDelivery } from '@parlance/contracts';
import { setProjectDelivery } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nProjectsResumeDeliveryRoute = route(
  i18nProjectsResumeDelivery,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, isStopped: false, principal, address: request.ip };
    return { data: presentProject(await setProjectDelivery(deps, call)) };
  },
);
