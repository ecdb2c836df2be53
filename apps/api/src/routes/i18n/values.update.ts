import { i18nValuesUpdate } from '@parlance/contracts';
import { editValue } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentValue, withCurrent } from './value.present.ts';

export const i18nValuesUpdateRoute = route(
  i18nValuesUpdate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...params, edit: body, principal, address: request.ip };
    return { data: presentValue(await withCurrent(editValue(deps, call))) };
  },
);
