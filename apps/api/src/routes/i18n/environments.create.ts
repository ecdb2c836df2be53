import { i18nEnvironmentsCreate } from '@parlance/contracts';
import { createEnvironment } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentEnvironment } from './environment.present.ts';

export const i18nEnvironmentsCreateRoute = route(
  i18nEnvironmentsCreate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...body, ...params, principal, address: request.ip };
    return { data: presentEnvironment(await createEnvironment(deps, call), undefined) };
  },
);
