import type { Db } from '../../../db/client.ts';
import { isUuid } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { audit } from '../../kernel/index.ts';
import { findMember, setMembership } from '../organization/member.store.ts';
import {
  findOrganization,
  insertMembership,
  listSlugs,
  lockOrganization,
} from '../organization/organization.store.ts';
import { lockKnownOrganization } from './restoration.store.ts';
import { lockUser } from './user.store.ts';

/**
 * Makes a user an owner of an organization, even without a membership. Checks no permission,
 * because only a command of the operator calls it. `organization` is a slug or an id.
 * @throws `not_found`, `email_unverified`
 */
export async function makeOwner(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: { userId: string; organization: string },
): Promise<{ name: string; slug: string }> {
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
): Promise<{ name: string; organization: { name: string; slug: string } }> {
  const { userId } = input;
  const user = await lockUser(tx, userId);
  if (!user) fail('not_found', 'The account does not exist.');
  if (user.email_verified_at === null) {
    fail('email_unverified', `The address ${user.email} has not been confirmed yet.`);
  }
  const by = isUuid(input.organization) ? 'id' : 'slug';
  const organization = await findOrganization(tx, by, input.organization);
  if (!organization || !(await lockOrganization(tx, organization.id))) {
    return failUnknown(tx, input.organization, user.email);
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

const SLUGS_NAMED = 20;

/**
 * Fails for an organization that does not exist or is archived. Names the organizations of the
 * server, which only its operator may see.
 */
export async function failUnknown(tx: Db, slugOrId: string, email: string): Promise<never> {
  const archived = await lockKnownOrganization(tx, slugOrId);
  if (archived) {
    fail(
      'not_found',
      `The organization "${archived.name}" is archived. Run npm run admin -- restore-organization ${slugOrId} ${email}.`,
    );
  }
  const slugs = await listSlugs(tx, SLUGS_NAMED + 1);
  const more = slugs.length > SLUGS_NAMED ? ' and others, which npm run admin -- list shows' : '';
  fail(
    'not_found',
    `The organization ${slugOrId} does not exist. There are: ${slugs.slice(0, SLUGS_NAMED).join(', ')}${more}.`,
  );
}
