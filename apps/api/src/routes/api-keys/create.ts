import { apiKeysCreate } from '@parlance/contracts';
import { timeAt } from '../../domain/kernel/index.ts';
import { createApiKey } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentApiKey } from './api-key.present.ts';

export const apiKeysCreateRoute = route(
  apiKeysCreate,
  async ({ deps, principal, body, request }) => {
    const { row, token, organization } = await createApiKey(
      deps,
      principal,
      {
        name: body.name,
        scopes: body.scopes,
        expiresAt: body.expiresAt == null ? null : timeAt('/expiresAt', body.expiresAt),
        projectIds: body.projectIds ?? null,
      },
      request.ip,
    );
    return { data: { ...presentApiKey(row), token, organization } };
  },
);
