import { i18nEnvironmentsUpdate } from '@parlance/contracts';
import { updateEnvironment } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentEnvironment } from './environment.present.ts';

export const i18nEnvironmentsUpdateRoute = route(
  i18nEnvironmentsUpdate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...body, ...params, principal, address: request.ip };
    const { row, latest } = await updateEnvironment(deps, call);
    return { data: presentEnvironment(row, latest) };
  },
);
