import { usersApiKeysCreate } from '@parlance/contracts';
import { timeAt } from '../../domain/kernel/index.ts';
import { createApiKey } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentApiKey } from '../api-keys/api-key.present.ts';

export const usersApiKeysCreateRoute = route(
  usersApiKeysCreate,
  async ({ deps, principal, body, request }) => {
    const { name, scopes, projectIds = null } = body;
    const expiresAt = timeAt('/expiresAt', body.expiresAt);
    const key = { name, scopes, projectIds, expiresAt, isPersonal: true };
    const { row, token, organization } = await createApiKey(deps, principal, key, request.ip);
    return { data: { ...presentApiKey(row), token, organization } };
  },
);
