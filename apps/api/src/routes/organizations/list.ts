import { organizationsList } from '@parlance/contracts';
import { pageQueryOf } from '../../domain/kernel/index.ts';
import { listOrganizations } from '../../domain/people/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentOrganization } from './organization.present.ts';

export const organizationsListRoute = route(
  organizationsList,
  async ({ deps, principal, query }) => {
    const { q, slug } = query;
    const page = { ...pageQueryOf(query), ...(q && { q }), ...(slug && { slug }) };
    return listAnswer(await listOrganizations(deps.db, principal, page), presentOrganization);
  },
);
