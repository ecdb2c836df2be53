import { i18nFormsCreate } from '@parlance/contracts';
import { createForm } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentTranslationKey } from './translation-key.present.ts';

export const i18nFormsCreateRoute = route(
  i18nFormsCreate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...body, ...params, principal, address: request.ip };
    const { key, isNew } = await createForm(deps, call);
    return { data: presentTranslationKey(key), status: isNew ? 201 : 200 };
  },
);
