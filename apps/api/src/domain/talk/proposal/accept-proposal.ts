import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import type { ValueView } from '../../content/index.ts';
import { editCell } from '../../editing/index.ts';
import { actorOf, ownerOf, requireCellRights } from '../../kernel/index.ts';
import { type EditCall, getProject } from '../../project/index.ts';
import { findPersonId } from './person.store.ts';
import {
  acceptText,
  findProposal,
  getProposal,
  type ProposalView,
  requireOpenProposal,
} from './proposal.store.ts';

/**
 * Writes the text of a proposal to its value, as an edit by the caller. The value keeps the version
 * of the source string for which the text was proposed. The edit records the author of the proposal.
 * Also accepts all other open proposals of the same text for the value.
 * @throws `not_found`, `role_forbidden`, `archived`, `version_conflict`, `conflict`
 */
export async function acceptProposal(
  deps: Pick<Deps, 'db' | 'clock'>,
  {
    proposalId,
    version,
    sourceVersion,
    ...input
  }: EditCall & { proposalId: string; version: number; sourceVersion?: number },
): Promise<{ proposal: ProposalView; value: ValueView }> {
  const { db, clock } = deps;
  const { principal } = input;
  const project = await getProject(db, ownerOf(principal), input.projectId);
  const { id: projectId } = project;
  const found = await findProposal(db, projectId, proposalId);
  const { key_id: keyId, locale_id: localeId, locale: localeTag, text } = found;
  requireCellRights(principal, { isSource: localeId === project.source_locale_id, localeTag });
  requireOpenProposal(found);
  const { view } = await editCell(deps, {
    ...input,
    edit: {
      text,
      version,
      fills: true,
      madeFrom: found.source_version,
      ...(sourceVersion !== undefined && { sourceVersion }),
    },
    name: { keyId, localeId },
    failMissing: () => fail('not_found', 'The proposal does not exist.'),
    accepted: { proposalId },
    async settle(tx) {
      const by = { actor: actorOf(principal), now: clock.now() };
      const ids = await acceptText(tx, projectId, { keyId, localeId, text }, by);
      if (!ids.includes(proposalId)) {
        fail('conflict', 'The proposal was changed or decided meanwhile. Read it again.');
      }
    },
  });
  const personId = await findPersonId(db, principal);
  return { proposal: await getProposal(db, projectId, personId, proposalId), value: view! };
}
