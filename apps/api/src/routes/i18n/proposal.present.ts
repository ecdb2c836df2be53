import type { Proposal } from '@parlance/contracts';
import { maskToCodes } from '@parlance/messages';
import { membersOf } from '../../domain/kernel/index.ts';
import { PROPOSAL, type ProposalView } from '../../domain/talk/index.ts';

export const presentProposal = (row: ProposalView): Proposal => ({
  ...membersOf(PROPOSAL, row),
  key: row.key,
  localeCode: row.locale,
  outdated: row.outdated,
  sourceVersion: row.key_source_version,
  checks: maskToCodes(BigInt(row.checks)),
  voted: row.voted,
  own: row.own,
  by: { type: row.author_type, id: row.author_id, name: row.author_name },
  decidedBy: row.decided_by_type && {
    type: row.decided_by_type,
    id: row.decided_by_id!,
    name: row.decided_by_name,
  },
});
