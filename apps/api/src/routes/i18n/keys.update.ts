import { i18nKeysUpdate } from '@parlance/contracts';
import { updateKey } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentTranslationKey } from './translation-key.present.ts';

export const i18nKeysUpdateRoute = route(
  i18nKeysUpdate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...body, ...params, principal, address: request.ip };
    return { data: presentTranslationKey(await updateKey(deps, call)) };
  },
);
