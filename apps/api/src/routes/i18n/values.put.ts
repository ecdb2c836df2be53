import { i18nValuesPut } from '@parlance/contracts';
import { writeValue } from '../../domain/editing/index.ts';
import { requireLocaleTag } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentValue, withCurrent } from './value.present.ts';

export const i18nValuesPutRoute = route(
  i18nValuesPut,
  async ({ deps, principal, params, body, request }) => {
    const { projectId, keyId, localeCode } = params;
    const localeTag = requireLocaleTag(localeCode, 'params/localeCode');
    const call = { projectId, keyId, localeTag, edit: body, principal, address: request.ip };
    return { data: presentValue(await withCurrent(writeValue(deps, call))) };
  },
);
