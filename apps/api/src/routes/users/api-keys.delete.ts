import { usersApiKeysDelete } from '@parlance/contracts';
import { revokeApiKey } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentApiKey } from '../api-keys/api-key.present.ts';

export const usersApiKeysDeleteRoute = route(
  usersApiKeysDelete,
  async ({ deps, principal, params, request }) => {
    const key = { ...params, userId: principal.id };
    return { data: presentApiKey(await revokeApiKey(deps, principal, key, request.ip)) };
  },
);
