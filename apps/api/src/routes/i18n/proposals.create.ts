import { i18nProposalsCreate } from '@parlance/contracts';
import { requireLocaleTag } from '../../domain/project/index.ts';
import { createProposal } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentProposal } from './proposal.present.ts';
import { withCurrent } from './value.present.ts';

export const i18nProposalsCreateRoute = route(
  i18nProposalsCreate,
  async ({ deps, principal, params, body, request }) => {
    const localeTag = requireLocaleTag(body.localeCode, '/localeCode');
    const call = { ...params, ...body, localeTag, principal, address: request.ip };
    return { data: presentProposal(await withCurrent(createProposal(deps, call))) };
  },
);
