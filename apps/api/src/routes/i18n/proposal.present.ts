import type { Proposal } from '@parlance/contracts';
import { maskToCodes } from '@parlance/messages';
import type { ProposalView } from '../../domain/talk/index.ts';

export const presentProposal = (row: ProposalView): Proposal => ({
  id: row.id,
  keyId: row.key_id,
  key: row.key,
  localeCode: row.locale,
  text: row.text,
  state: row.state,
  baseVersion: row.base_version,
  outdated: row.outdated,
  sourceVersion: row.key_source_version,
  checks: maskToCodes(BigInt(row.checks)),
  votes: row.votes_count,
  voted: row.voted,
  own: row.own,
  by: { type: row.author_type, id: row.author_id, name: row.author_name },
  createdAt: row.created_at.toISOString(),
  decidedBy: row.decided_by_type && {
    type: row.decided_by_type,
    id: row.decided_by_id!,
    name: row.decided_by_name,
  },
  decidedAt: row.decided_at?.toISOString() ?? null,
});
