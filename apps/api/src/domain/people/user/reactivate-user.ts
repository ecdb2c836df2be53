import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { auditRestoration } from './audit-restoration.ts';
import { openPersonalOrganization } from './open-personal-organization.ts';
import {
  countEndedKeys,
  type FormerOrganization,
  hasPersonalOrganization,
  listLeft,
  type RestoredKey,
  unarchiveOwn,
  unrevokeKeys,
} from './restoration.store.ts';
import {
  findUserByEmail,
  lockDeactivatedUser,
  reactivateUserRow,
  type UserRow,
} from './user.store.ts';

/** API keys for programs of an organization that ended with an account, and can be restored. */
export interface EndedKeysOf {
  readonly organization: FormerOrganization;
  readonly count: number;
  /** True if these are the keys of all users. Otherwise, only the user of the account created them. */
  readonly isOfOthers: boolean;
}

/**
 * Reverses `deactivateUser`: restores the account that was deactivated last with an address, with
 * its id, password and name, and the organizations that ended with it. If `keys` is true, also
 * restores the API keys for programs that ended with it in the last 90 days. Sessions and personal
 * API keys stay ended. Checks no permission, because only a command of the operator calls it.
 * @throws `not_found`; `conflict` if an active account has the address
 * @returns the restored organizations and keys, the organizations that the user has to be
 * invited to again, and without `keys` the organizations with keys that stay ended
 */
export async function reactivateUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { email, keys }: { email: string; keys: boolean },
): Promise<{
  user: UserRow;
  restored: readonly FormerOrganization[];
  left: readonly FormerOrganization[];
  keys: readonly RestoredKey[];
  keysLeft: readonly EndedKeysOf[];
}> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    if (await findUserByEmail(tx, email)) {
      const way = keys
        ? ` To restore its API keys, run restore-organization <organization> ${email} --keys.`
        : '';
      fail('conflict', `The account with the address ${email} is not disabled.${way}`);
    }
    const found = await lockDeactivatedUser(tx, email);
    if (!found) {
      fail(
        'not_found',
        `There is no disabled account with the address ${email}. An erased account cannot be restored.`,
      );
    }
    const { deactivated_at: endedAt, ...user } = found;
    await reactivateUserRow(tx, user.id);
    const restored = await unarchiveOwn(tx, { userId: user.id, endedAt });
    for (const organization of restored) await auditRestoration(tx, organization, { user, now });
    if (!(await hasPersonalOrganization(tx, user.id))) {
      await openPersonalOrganization(tx, { userId: user.id, name: user.name, now });
    }
    const left = await listLeft(tx, { userId: user.id, leftAt: endedAt });
    const restoredKeys: RestoredKey[] = [];
    const keysLeft: EndedKeysOf[] = [];
    const organizations = [
      ...restored.map((organization) => ({ organization, madeBy: null })),
      ...left.map((organization) => ({ organization, madeBy: user.id })),
    ];
    for (const { organization, madeBy } of organizations) {
      const { id } = organization;
      if (keys) {
        restoredKeys.push(...(await unrevokeKeys(tx, id, { now, madeBy })));
        continue;
      }
      const count = await countEndedKeys(tx, id, { now, madeBy });
      if (count > 0) keysLeft.push({ organization, count, isOfOthers: madeBy === null });
    }
    return { user, restored, left, keys: restoredKeys, keysLeft };
  });
}
