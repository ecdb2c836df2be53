import { apiKeysRevokeSelf } from '@parlance/contracts';
import { revokeApiKey } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentApiKey } from './api-key.present.ts';

export const apiKeysRevokeSelfRoute = route(
  apiKeysRevokeSelf,
  async ({ deps, principal, request }) => {
    const key = { apiKeyId: principal.id };
    return { data: presentApiKey(await revokeApiKey(deps, principal, key, request.ip)) };
  },
);
