import { i18nEnvironmentsDelete } from '@parlance/contracts';
import { updateEnvironment } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentEnvironment } from './environment.present.ts';

export const i18nEnvironmentsDeleteRoute = route(
  i18nEnvironmentsDelete,
  async ({ deps, principal, params, request }) => {
    const call = { archived: true, ...params, principal, address: request.ip };
    const { row, latest } = await updateEnvironment(deps, call);
    return { data: presentEnvironment(row, latest) };
  },
);
