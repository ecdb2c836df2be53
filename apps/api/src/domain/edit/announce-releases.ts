import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { RELEASE_CHANNEL } from '../release/publish-release.ts';

/** Tells every process that a project's bundles may no longer be served as they were. */
export async function announceReleases(tx: Db, projectId: string): Promise<void> {
  await sql`select pg_notify(${RELEASE_CHANNEL}, ${projectId})`.execute(tx);
}
