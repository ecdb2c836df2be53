import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { audit } from '../../kernel/index.ts';
import { setOwner } from './make-owner.ts';
import { lockKnownOrganization, unarchiveOrganization, unrevokeKeys } from './restoration.store.ts';
import { lockUser } from './user.store.ts';

/** Age of the oldest revocation that is undone: who has an older key may have forgotten it. */
const MAX_KEY_AGE_MS = 90 * 24 * 60 * 60_000;

/**
 * Brings back what ended in an organization with an account: the organization, if it was archived, with the user as an
 * owner, and with `keys` the API keys for programs, also those of members who were removed. Checks no permission, because only a command of the operator
 * calls it.
 * @throws `not_found`, `email_unverified`
 * @returns the names of the organization and of the keys
 */
export async function restoreOrganization(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: {
    userId: string;
    organization: string;
    /** The user who made the keys that come back. Null for keys of all users, undefined for no keys. */
    keysOf?: string | null;
  },
): Promise<{
  name: string;
  wasArchived: boolean;
  keys: readonly { name: string; madeBy: string | null }[];
}> {
  const { userId, organization, keysOf } = input;
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const found = await lockKnownOrganization(tx, organization);
    if (!found) fail('not_found', `The organization ${organization} does not exist.`);
    const { id, name, isArchived } = found;
    if (isArchived) {
      await unarchiveOrganization(tx, id);
      const user = await setOwner(tx, now, { userId, organization: id });
      await audit(tx, {
        organizationId: id,
        at: now,
        actor: { type: 'user', id: userId, name: user.name },
        action: 'organization.restore',
        target: { type: 'organization', id, name },
        address: null,
        details: { reason: 'admin_command' },
      });
    }
    const since = new Date(now.getTime() - MAX_KEY_AGE_MS);
    return {
      name,
      wasArchived: isArchived,
      keys: keysOf === undefined ? [] : await unrevokeKeys(tx, id, { since, madeBy: keysOf }),
    };
  });
}
