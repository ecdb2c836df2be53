import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { ProjectRef } from '../../kernel/index.ts';

interface Vote {
  proposalId: string;
  personId: string;
  /** False to withdraw the vote. */
  up: boolean;
  now: Date;
}

/** Adds or removes the vote of a person. The transaction has locked the proposal. */
export async function upsertVote(
  tx: Db,
  projectId: ProjectRef,
  { proposalId, personId, up, now }: Vote,
): Promise<void> {
  const changed = up
    ? sql`
        insert into proposal_vote (project_id, proposal_id, user_id, voted_at)
        values (${projectId}::uuid, ${proposalId}::uuid, ${personId}::uuid, ${now}::timestamptz)
        on conflict do nothing
        returning user_id`
    : sql`
        delete from proposal_vote
        where project_id = ${projectId}::uuid and proposal_id = ${proposalId}::uuid
          and user_id = ${personId}::uuid
        returning user_id`;
  await sql`
    with changed as (${changed})
    update proposal p set votes_count = votes_count + ${up ? 1 : -1}::int, event_id = ${newId()}::uuid
    from changed
    where p.project_id = ${projectId}::uuid and p.id = ${proposalId}::uuid`.execute(tx);
}
