import { i18nProposalsVote } from '@parlance/contracts';
import { voteProposal } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentProposal } from './proposal.present.ts';

export const i18nProposalsVoteRoute = route(
  i18nProposalsVote,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...params, ...body, principal, address: request.ip };
    return { data: presentProposal(await voteProposal(deps, call)) };
  },
);
