import { usersApiKeysList } from '@parlance/contracts';
import { listApiKeys } from '../../domain/api-key/api-key.store.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
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
