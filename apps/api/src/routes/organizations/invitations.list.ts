import { organizationsInvitationsList } from '@parlance/contracts';
import { pageQueryOf } from '../../domain/kernel/index.ts';
import {
  authorityOf,
  getOrganization,
  listInvitations,
  requireManaging,
} from '../../domain/people/index.ts';
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
