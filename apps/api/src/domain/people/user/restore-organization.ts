import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { auditRestoration } from './audit-restoration.ts';
import { failUnknown, setOwner } from './make-owner.ts';
import {
  lockKnownOrganization,
  type RestoredKey,
  unarchiveOrganization,
  unrevokeKeys,
} from './restoration.store.ts';
import { lockUser } from './user.store.ts';

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
  keys: readonly RestoredKey[];
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
      await auditRestoration(tx, { id, name }, { user, now });
    }
    return {
      name,
      wasArchived: isArchived,
      keys: keysOf === undefined ? [] : await unrevokeKeys(tx, id, { now, madeBy: keysOf }),
    };
  });
}
