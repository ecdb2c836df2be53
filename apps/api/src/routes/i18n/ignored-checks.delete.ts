import { i18nIgnoredChecksDelete } from '@parlance/contracts';
import { ignoreCheck } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentValue } from './value.present.ts';

export const i18nIgnoredChecksDeleteRoute = route(
  i18nIgnoredChecksDelete,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, ignored: false, principal, address: request.ip };
    return { data: presentValue(await ignoreCheck(deps, call)) };
  },
);
