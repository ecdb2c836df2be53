import { apiKeysSelf } from '@parlance/contracts';
import { getOwnApiKey } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentApiKey } from './api-key.present.ts';

/**
 * Oldest supported version of the command line. Older versions lack the three-way merge and would
 * overwrite newer texts.
 */
const OLDEST_CLI = '0.1.0';

export const apiKeysSelfRoute = route(apiKeysSelf, async ({ deps, principal }) => {
  const row = await getOwnApiKey(deps.db, principal);
  return {
    data: {
      ...presentApiKey(row),
      scopes: [...principal.scopes],
      organization: {
        id: principal.organizationId,
        name: row.organization_name,
        slug: row.organization_slug,
      },
      server: { version: deps.site.version, oldestCli: OLDEST_CLI },
    },
  };
});
