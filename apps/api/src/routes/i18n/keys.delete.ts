import { i18nKeysDelete } from '@parlance/contracts';
import { updateKey } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentTranslationKey } from './translation-key.present.ts';

export const i18nKeysDeleteRoute = route(
  i18nKeysDelete,
  async ({ deps, principal, params, request }) => {
    const call = { archived: true, ...params, principal, address: request.ip };
    return { data: presentTranslationKey(await updateKey(deps, call)) };
  },
);
