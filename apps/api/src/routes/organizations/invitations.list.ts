import { organizationsInvitationsList } from '@parlance/contracts';
import { listInvitations } from '../../domain/invitation/invitation.store.ts';
import { authorityOf, requireManaging } from '../../domain/organization/authority.ts';
import { getOrganization } from '../../domain/organization/organization.store.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentInvitation } from './invitation.present.ts';

export const organizationsInvitationsListRoute = route(
  organizationsInvitationsList,
  async ({ deps, principal, params, query }) => {
    const page = {
      ...pageQueryOf(query),
      includeEnded: query.includeEnded ?? false,
      q: query.q,
      now: deps.clock.now(),
    };
    const { id, role } = await getOrganization(deps.db, principal, params.organizationId);
    requireManaging(authorityOf(principal, role));
    return listAnswer(await listInvitations(deps.db, id, page), presentInvitation);
  },
);
