import { organizationsGet } from '@parlance/contracts';
import { getOrganization } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentOrganization } from './organization.present.ts';

export const organizationsGetRoute = route(
  organizationsGet,
  async ({ deps, principal, params }) => ({
    data: presentOrganization(await getOrganization(deps.db, principal, params.organizationId)),
  }),
);
