import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUp } from '../../../db/statements/plan-hints.ts';
import type { Actor, ProjectRef } from '../../kernel/index.ts';

/** Details that a change stores if it accepts a proposal. */
export interface AcceptedProposal {
  readonly proposalId: string;
}

/** SQL for the author of the proposal that the change `c` accepted. Null for other changes. */
export const proposerOf = (projectId: ProjectRef): RawBuilder<Actor | null> => sql`(
  select json_build_object('type', p.author_type, 'id', p.author_id, 'name', p.author_name)
  from proposal p
  where p.project_id = ${projectId}::uuid and p.id = (c.details ->> 'proposalId')::uuid)`;

/** Returns the authors of accepted proposals by the ids of the changes that accepted them. */
export async function findProposers(
  db: Db,
  projectId: ProjectRef,
  changeIds: readonly string[],
): Promise<Map<string, Actor>> {
  const { rows } = await sql<{ id: string; by: Actor | null }>`
    select c.id, ${proposerOf(projectId)} as by
    from unnest(${[...new Set(changeIds)]}::uuid[]) u(id)
    cross join ${lookUp('change', { project_id: projectId, id: sql`u.id` })} c
    where c.details ? 'proposalId'`.execute(db);
  return new Map(rows.flatMap(({ id, by }) => (by === null ? [] : [[id, by]])));
}
