import { i18nProposalsDecline } from '@parlance/contracts';
import { closeProposal } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentProposal } from './proposal.present.ts';

export const i18nProposalsDeclineRoute = route(
  i18nProposalsDecline,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, state: 'declined', principal, address: request.ip } as const;
    return { data: presentProposal(await closeProposal(deps, call)) };
  },
);
