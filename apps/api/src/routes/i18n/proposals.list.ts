import { i18nProposalsList } from '@parlance/contracts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { getLocale, getProject, requireLocaleTag } from '../../domain/project/index.ts';
import { findPersonId, listProposals } from '../../domain/talk/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentProposal } from './proposal.present.ts';

export const i18nProposalsListRoute = route(
  i18nProposalsList,
  async ({ deps: { db }, principal, params, query }) => {
    const { id } = await getProject(db, ownerOf(principal), params.projectId);
    const { localeCode, keyId = null, state = 'open' } = query;
    const tag = localeCode && requireLocaleTag(localeCode, 'query/localeCode');
    const localeId = tag ? (await getLocale(db, id, tag)).id : null;
    const filter = { state, keyId, localeId, isOwn: query.author === 'me' };
    const personId = await findPersonId(db, principal);
    const page = await listProposals(db, id, personId, filter, pageQueryOf(query));
    return listAnswer(page, presentProposal);
  },
);
