import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import type { OwnerRef } from '../../kernel/index.ts';
import { countProjects } from '../../project/index.ts';

/** @throws `not_found` if one of the projects does not exist in the organization */
export async function requireProjects(
  tx: Db,
  organizationId: OwnerRef,
  projectIds: readonly string[] | null,
): Promise<void> {
  if (projectIds === null) return;
  if ((await countProjects(tx, organizationId, projectIds)) < projectIds.length) {
    fail('not_found', '/projectIds contains a project that does not exist.');
  }
}
