import { i18nKeysCreate } from '@parlance/contracts';
import { createKey } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentTranslationKey } from './translation-key.present.ts';

export const i18nKeysCreateRoute = route(
  i18nKeysCreate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...body, ...params, principal, address: request.ip };
    return { data: presentTranslationKey(await createKey(deps, call)) };
  },
);
