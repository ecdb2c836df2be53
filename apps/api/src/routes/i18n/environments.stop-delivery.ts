import { i18nEnvironmentsStopDelivery } from '@parlance/contracts';
import { setEnvironmentDelivery } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentEnvironment } from './environment.present.ts';

export const i18nEnvironmentsStopDeliveryRoute = route(
  i18nEnvironmentsStopDelivery,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, isStopped: true, principal, address: request.ip };
    const { row, latest } = await setEnvironmentDelivery(deps, call);
    return { data: presentEnvironment(row, latest) };
  },
);
