import { i18nProposalsWithdraw } from '@parlance/contracts';
import { closeProposal } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentProposal } from './proposal.present.ts';

export const i18nProposalsWithdrawRoute = route(
  i18nProposalsWithdraw,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, state: 'withdrawn', principal, address: request.ip } as const;
    return { data: presentProposal(await closeProposal(deps, call)) };
  },
);
