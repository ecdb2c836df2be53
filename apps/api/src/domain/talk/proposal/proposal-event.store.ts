import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProposalState } from '../../../db/schema.generated.ts';
import type { Actor, ProjectRef } from '../../kernel/index.ts';

/** The current state of a recently changed proposal. */
export interface ProposalEventRow {
  project_id: string;
  id: string;
  key_id: string;
  locale: string;
  state: ProposalState;
  votes_count: number;
  /** Type of the actor that decided the proposal. If it is not decided, type of the author. */
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
  at: Date;
}

/** Maximum number of proposals that are read for each project. */
const PROPOSALS = 100;

/** Returns the proposals of these projects that have changed since the event id `since`. */
export async function readProposalEvents(
  db: Db,
  projectIds: readonly ProjectRef[],
  since: string,
): Promise<ProposalEventRow[]> {
  const { rows } = await sql<ProposalEventRow>`
    select p.project_id, p.id, p.key_id, l.code as locale, p.state, p.votes_count,
           coalesce(p.decided_by_type, p.author_type) as actor_type,
           coalesce(p.decided_by_id, p.author_id) as actor_id,
           case when p.decided_by_id is null then p.author_name else p.decided_by_name end as actor_name,
           coalesce(p.decided_at, p.created_at) as at
    from unnest(${[...projectIds]}::uuid[]) w(project_id)
    cross join lateral (
      select * from proposal p
      where p.project_id = w.project_id and p.event_id >= ${since}::uuid
      order by p.event_id desc limit ${PROPOSALS}) p
    join locale l on l.project_id = p.project_id and l.id = p.locale_id
    order by p.event_id`.execute(db);
  return rows;
}
