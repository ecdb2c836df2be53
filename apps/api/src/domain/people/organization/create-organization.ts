import type { Deps } from '../../../deps.ts';
import {
  actorOf,
  audit,
  type OwnerRef,
  slugOf,
  type UserPrincipal,
  withSuffix,
} from '../../kernel/index.ts';
import {
  failSlug,
  getOrganization,
  insertMembership,
  insertOrganizationUnlessTaken,
  type NewOrganization,
  type OrganizationRow,
} from './organization.store.ts';

/**
 * Creates a shared organization and makes the user its owner. The slug defaults to one derived from
 * the name.
 * @throws `conflict` if the given slug is taken
 */
export async function createOrganization(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: UserPrincipal,
  input: { name: string; slug: string | null },
  address: string,
): Promise<OrganizationRow> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const insert = (slug: string): Promise<OwnerRef | null> => {
      const organization: NewOrganization = { name: input.name, slug, personalUserId: null, now };
      return insertOrganizationUnlessTaken(tx, organization);
    };
    const derived = slugOf(input.name, 'organization');
    const organizationId =
      input.slug === null
        ? ((await insert(derived)) ?? (await insert(withSuffix(derived))) ?? failSlug(derived))
        : ((await insert(input.slug)) ?? failSlug(input.slug));
    await insertMembership(tx, {
      organizationId,
      userId: principal.id,
      role: 'owner',
      locales: null,
      now,
    });
    await audit(tx, {
      organizationId,
      at: now,
      actor: actorOf(principal),
      action: 'organization.create',
      target: { type: 'organization', id: organizationId, name: input.name },
      address,
    });
    return getOrganization(tx, principal, organizationId);
  });
}
