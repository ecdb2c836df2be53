import { organizationsList } from '@parlance/contracts';
import { listOrganizations } from '../../domain/organization/organization.store.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentOrganization } from './organization.present.ts';

export const organizationsListRoute = route(organizationsList, async ({ deps, principal, query }) =>
  listAnswer(await listOrganizations(deps.db, principal, pageQueryOf(query)), presentOrganization),
);
