import { apiKeysList } from '@parlance/contracts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { listApiKeys } from '../../domain/people/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentApiKey } from './api-key.present.ts';

export const apiKeysListRoute = route(apiKeysList, async ({ deps, principal, query }) => {
  const page = {
    ...pageQueryOf(query),
    includeRevoked: query.includeRevoked ?? false,
    ...(query.withoutOwn && principal.type === 'user' && { exceptUserId: principal.id }),
    q: query.q,
  };
  return listAnswer(await listApiKeys(deps.db, ownerOf(principal), page), presentApiKey);
});
