import { apiKeysDelete } from '@parlance/contracts';
import { revokeApiKey } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentApiKey } from './api-key.present.ts';

export const apiKeysDeleteRoute = route(
  apiKeysDelete,
  async ({ deps, principal, params, request }) => ({
    data: presentApiKey(await revokeApiKey(deps, principal, params, request.ip)),
  }),
);
