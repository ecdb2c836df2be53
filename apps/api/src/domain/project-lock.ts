import type { Db } from '../db/client.ts';
import type { ProjectRef } from './tenant.ts';

/** Takes the project's row until the transaction ends: for what must not happen twice at once. */
export async function lockProject(tx: Db, projectId: ProjectRef): Promise<void> {
  await tx
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}
