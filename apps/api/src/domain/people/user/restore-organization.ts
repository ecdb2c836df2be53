import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { audit } from '../../kernel/index.ts';
import { failUnknown, setOwner } from './make-owner.ts';
import { lockKnownOrganization, unarchiveOrganization, unrevokeKeys } from './restoration.store.ts';
import { lockUser } from './user.store.ts';

/** Maximum age of a revocation that is undone. The owner of an older key may have forgotten that it exists. */
const MAX_KEY_AGE_MS = 90 * 24 * 60 * 60_000;

/**
 * Restores an organization after the deletion of an account: ends its archiving, makes the user an
 * owner, and, if `keys` is set, restores its API keys for programs, including keys of removed
 * members. Checks no permission, because only a command of the operator calls it.
 * @throws `not_found`, `email_unverified`
 * @returns the names of the organization and of the keys
 */
export async function restoreOrganization(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: {
    userId: string;
    organization: string;
    /** User whose API keys are restored. Null to restore the keys of all users, undefined to restore none. */
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
    const user = await lockUser(tx, userId);
    if (!user) fail('not_found', 'The account does not exist.');
    const found = await lockKnownOrganization(tx, organization);
    if (!found) return failUnknown(tx, organization, user.email);
    const { id, name, isArchived } = found;
    if (isArchived) {
      await unarchiveOrganization(tx, id);
      await setOwner(tx, now, { userId, organization: id });
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
