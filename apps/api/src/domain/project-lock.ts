import type { Db } from '../db/client.ts';

/** Takes the project's row until the transaction ends: for what must not happen twice at once. */
export async function lockProject(tx: Db, projectId: string): Promise<void> {
  await tx
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}
