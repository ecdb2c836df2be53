import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { findKeysByIds } from './key.store.ts';

/** @throws `not_found` for a key that the project does not have */
export async function requireKeys(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<void> {
  const found = new Set((await findKeysByIds(db, projectId, keyIds)).map(({ id }) => id));
  const missing = keyIds.find((id) => !found.has(id));
  if (missing !== undefined) fail('not_found', `The key ${missing} does not exist.`);
}
