import { usersApiKeysList } from '@parlance/contracts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { listApiKeys } from '../../domain/people/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentApiKey } from '../api-keys/api-key.present.ts';

export const usersApiKeysListRoute = route(usersApiKeysList, async ({ deps, principal, query }) => {
  const page = {
    ...pageQueryOf(query),
    includeRevoked: false,
    userId: principal.id,
    q: query.q,
  };
  return listAnswer(await listApiKeys(deps.db, ownerOf(principal), page), presentApiKey);
});
