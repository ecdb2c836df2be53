import { i18nTranslationUpdate } from '@parlance/contracts';
import { updateTranslationSettings } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentTranslation } from './translation.present.ts';

export const i18nTranslationUpdateRoute = route(
  i18nTranslationUpdate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...params, principal, address: request.ip };
    const found = await updateTranslationSettings(deps, call, body);
    return { data: presentTranslation(found, deps.engines) };
  },
);
