import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { actorOf, audit, ownerOf, type Principal } from '../../kernel/index.ts';
import { deleteGrant, findGrant, getProject, type ProjectMemberRow } from '../../project/index.ts';
import { authorityOf, requireManaging } from './authority.ts';
import { lockOwnOrganization } from './organization.store.ts';

/** @throws `not_found`, `insufficient_scope` */
export async function removeGrant(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: { projectId: string; userId: string },
  address: string,
): Promise<ProjectMemberRow> {
  const { userId } = input;
  return db.transaction().execute(async (tx) => {
    const organization = await lockOwnOrganization(tx, principal, principal.organizationId);
    const { id: organizationId } = organization;
    requireManaging(authorityOf(principal, organization.role));
    const { id: projectId } = await getProject(tx, ownerOf(principal), input.projectId);
    const grant = await findGrant(tx, projectId, userId);
    if (!grant) fail('not_found', 'The member has no grant for this project.');
    await deleteGrant(tx, organizationId, { userId, projectId });
    await audit(tx, {
      organizationId,
      at: clock.now(),
      actor: actorOf(principal),
      action: 'grant.delete',
      target: { type: 'user', id: userId, name: grant.name },
      address,
      details: { projectId, role: grant.role },
    });
    return grant;
  });
}
