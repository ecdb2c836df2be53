import type { Deps } from '../../../deps.ts';
import { actorOf, audit, type Principal } from '../../kernel/index.ts';
import { authorityOf, requireManaging } from './authority.ts';
import {
  getOrganization,
  lockOwnOrganization,
  type OrganizationRow,
  updateOrganizationRow,
} from './organization.store.ts';

/** @throws `not_found`, `insufficient_scope`, or `conflict` if the slug is taken */
export async function updateOrganization(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: { organizationId: string; name?: string; slug?: string },
  address: string,
): Promise<OrganizationRow> {
  return db.transaction().execute(async (tx) => {
    const before = await lockOwnOrganization(tx, principal, input.organizationId);
    const { id: organizationId } = before;
    requireManaging(authorityOf(principal, before.role));
    const { name = before.name, slug = before.slug } = input;
    if (name === before.name && slug === before.slug) return before;
    await updateOrganizationRow(tx, organizationId, { name, slug });
    await audit(tx, {
      organizationId,
      at: clock.now(),
      actor: actorOf(principal),
      action: 'organization.update',
      target: { type: 'organization', id: organizationId, name },
      address,
      details: { before: { name: before.name, slug: before.slug }, after: { name, slug } },
    });
    return getOrganization(tx, principal, organizationId);
  });
}
