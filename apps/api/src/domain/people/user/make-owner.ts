import type { Db } from '../../../db/client.ts';
import { isUuid } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { audit } from '../../kernel/index.ts';
import { findMember, setMembership } from '../organization/member.store.ts';
import {
  findOrganization,
  insertMembership,
  lockOrganization,
} from '../organization/organization.store.ts';
import { lockUser } from './user.store.ts';

/**
 * Makes a user an owner of an organization, even without a membership. Checks no permission,
 * because only a command of the operator calls it. `organization` is a slug or an id.
 * @throws `not_found`, `email_unverified`
 */
export async function makeOwner(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: { userId: string; organization: string },
): Promise<{ name: string }> {
  return db.transaction().execute(async (tx) => {
    const { organization } = await setOwner(tx, clock.now(), input);
    return organization;
  });
}

/** Does the same as {@link makeOwner} in a transaction. Returns the organization and the name of the user. */
export async function setOwner(
  tx: Db,
  now: Date,
  input: { userId: string; organization: string },
): Promise<{ name: string; organization: { name: string } }> {
  const { userId } = input;
  const user = await lockUser(tx, userId);
  if (!user) fail('not_found', 'The account does not exist.');
  if (user.email_verified_at === null) {
    fail('email_unverified', `The address ${user.email} has not been confirmed yet.`);
  }
  const by = isUuid(input.organization) ? 'id' : 'slug';
  const organization = await findOrganization(tx, by, input.organization);
  if (!organization || !(await lockOrganization(tx, organization.id))) {
    fail('not_found', `The organization ${input.organization} does not exist.`);
  }
  const organizationId = organization.id;
  const member = await findMember(tx, organizationId, userId);
  if (member?.role === 'owner') return { name: user.name, organization };
  if (member) await setMembership(tx, organizationId, userId, { role: 'owner', locales: null });
  else await insertMembership(tx, { organizationId, userId, role: 'owner', locales: null, now });
  await audit(tx, {
    organizationId,
    at: now,
    actor: { type: 'user', id: userId, name: user.name },
    action: member ? 'member.update' : 'member.create',
    target: { type: 'user', id: userId, name: user.name },
    address: null,
    details: { reason: 'admin_command', role: 'owner' },
  });
  return { name: user.name, organization };
}
