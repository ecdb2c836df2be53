import { i18nProposalsAccept } from '@parlance/contracts';
import { acceptProposal } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentProposal } from './proposal.present.ts';
import { presentValue, withCurrent } from './value.present.ts';

export const i18nProposalsAcceptRoute = route(
  i18nProposalsAccept,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...params, ...body, principal, address: request.ip };
    const { proposal, value } = await withCurrent(acceptProposal(deps, call));
    return { data: { proposal: presentProposal(proposal), value: presentValue(value) } };
  },
);
