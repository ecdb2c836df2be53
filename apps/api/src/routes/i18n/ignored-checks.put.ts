import { i18nIgnoredChecksPut } from '@parlance/contracts';
import { ignoreCheck } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentValue, withCurrent } from './value.present.ts';

export const i18nIgnoredChecksPutRoute = route(
  i18nIgnoredChecksPut,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...params, ...body, ignored: true, principal, address: request.ip };
    return { data: presentValue(await withCurrent(ignoreCheck(deps, call))) };
  },
);
