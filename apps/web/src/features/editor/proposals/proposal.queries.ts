import type { Proposal, TranslationValue } from '@parlance/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { live } from '../../../lib/live.ts';
import type { OpenCell } from '../cell/open-cell.ts';
import type { ProposalCommand } from '../shortcuts/shortcuts.ts';

/** Interval in milliseconds at which proposals are read again if no events arrive. */
const POLL_INTERVAL_MS = 15_000;

export interface ProposalPlace {
  readonly organizationId: string;
  readonly projectId: string;
  readonly locale: string;
  /** The key of the row, or the keys of the forms of a plural family. */
  readonly keyIds: readonly string[];
}

/** Query of the open proposals for the values of a row in a locale, newest first. */
export const proposalsQuery = ({ organizationId, projectId, locale, keyIds }: ProposalPlace) =>
  queryOptions({
    queryKey: ['proposals', organizationId, projectId, locale, keyIds],
    queryFn: async (): Promise<readonly Proposal[]> => {
      const { proposals } = api(organizationId).i18n;
      const lists = await Promise.all(
        keyIds.map((keyId) => proposals.list({ projectId, keyId, localeCode: locale })),
      );
      return lists.flatMap(({ data }) => data);
    },
    refetchInterval: () => (live.isLive(projectId) ? false : POLL_INTERVAL_MS),
  });

/** Runs a command on a proposal for the value of a cell. Returns the written value, if the proposal was accepted. */
export async function runProposal(
  { organizationId, projectId }: ProposalPlace,
  { id: proposalId, voted, ...proposal }: Proposal,
  command: ProposalCommand,
  { value, source }: OpenCell,
): Promise<TranslationValue | null> {
  const { proposals } = api(organizationId).i18n;
  const at = { projectId, proposalId };
  if (command === 'accept') {
    const { version = proposal.sourceVersion } = source;
    const read = { version: value?.version ?? 0, sourceVersion: version };
    return (await proposals.accept({ ...at, ...read })).data.value;
  }
  if (command === 'decline') await proposals.decline(at);
  else if (command === 'withdraw') await proposals.withdraw(at);
  else await proposals.vote({ ...at, up: !voted });
  return null;
}
