import { i18nValuesDelete } from '@parlance/contracts';
import { deleteValue } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentMissing, withCurrent } from './value.present.ts';

export const i18nValuesDeleteRoute = route(
  i18nValuesDelete,
  async ({ deps, principal, params, query, request }) => {
    const call = { ...params, ...query, principal, address: request.ip };
    return { data: presentMissing(await withCurrent(deleteValue(deps, call))) };
  },
);
