import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { requireActiveKey } from '../../editing/index.ts';
import { actorOf, requireCellRights } from '../../kernel/index.ts';
import { type EditCall, editProject, KEEPS_LOCALES } from '../../project/index.ts';
import { findPersonId } from './person.store.ts';
import {
  decideProposal,
  getProposal,
  lockProposal,
  type ProposalView,
  requireOpenProposal,
} from './proposal.store.ts';

/**
 * Declines a proposal, or withdraws a proposal of the caller. The value does not change.
 * @throws `not_found`, `role_forbidden`, `archived`, `conflict`
 */
export async function closeProposal(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & { proposalId: string; state: 'declined' | 'withdrawn' },
): Promise<ProposalView> {
  const { principal, proposalId, state } = input;
  return editProject(deps, input, KEEPS_LOCALES, async ({ tx, project, now }) => {
    const held = await lockProposal(tx, project.id, proposalId);
    const personId = await findPersonId(tx, principal);
    if (state === 'declined') {
      const isSource = held.locale_id === project.source_locale_id;
      requireCellRights(principal, { isSource, localeTag: held.locale });
    } else if (held.person_id !== personId) {
      fail('role_forbidden', 'Only the person who proposed a text can withdraw it.');
    }
    requireActiveKey(held);
    requireOpenProposal(held);
    await decideProposal(tx, project.id, proposalId, { state, actor: actorOf(principal), now });
    return getProposal(tx, project.id, personId, proposalId);
  });
}
