import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { requireActiveKey } from '../../editing/index.ts';
import { requireProposalRights } from '../../kernel/index.ts';
import { type EditCall, editProject, KEEPS_LOCALES } from '../../project/index.ts';
import { findPersonId } from './person.store.ts';
import {
  getProposal,
  lockProposal,
  type ProposalView,
  requireOpenProposal,
} from './proposal.store.ts';
import { upsertVote } from './proposal-vote.store.ts';

/**
 * Adds or removes the caller's vote for an open proposal of another person. A person has at most one vote.
 * @throws `not_found`, `role_forbidden`, `archived`, `conflict`
 */
export async function voteProposal(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & { proposalId: string; up: boolean },
): Promise<ProposalView> {
  const { principal, proposalId, up } = input;
  return editProject(deps, input, KEEPS_LOCALES, async ({ tx, project, now }) => {
    const held = await lockProposal(tx, project.id, proposalId);
    requireProposalRights(principal, held.locale);
    requireActiveKey(held);
    requireOpenProposal(held);
    const personId = await findPersonId(tx, principal);
    if (held.person_id === personId) {
      fail('conflict', 'You proposed this text. Other people vote for it.');
    }
    await upsertVote(tx, project.id, { proposalId, personId, up, now });
    return getProposal(tx, project.id, personId, proposalId);
  });
}
