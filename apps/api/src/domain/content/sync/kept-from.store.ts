import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/**
 * SQL for the number of the first kept change of a project. Older changes were deleted because of
 * their age, or will be deleted soon.
 */
export const keptFrom = (projectId: ProjectRef): RawBuilder<number> => sql`coalesce((
  select kept_from from change_sequence where project_id = ${projectId}::uuid), 0)`;

export async function readKeptFrom(db: Db, projectId: ProjectRef): Promise<number> {
  const { rows } = await sql<{ kept: number }>`select ${keptFrom(projectId)} as kept`.execute(db);
  return rows[0]!.kept;
}
