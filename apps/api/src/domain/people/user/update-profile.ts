import { LIMITS } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { mergePatch } from './merge-patch.ts';
import { lockProfile, type ProfileRow, updateProfileRow } from './profile.store.ts';

/**
 * Changes the name and preferences of a user. `preferences` is a JSON merge patch.
 * @throws `limit_exceeded`, `unauthenticated` if the account was deactivated
 */
export async function updateProfile(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  change: { name?: string; preferences?: Record<string, unknown> },
): Promise<ProfileRow> {
  return db.transaction().execute(async (tx) => {
    const before = await lockProfile(tx, userId);
    if (!before) fail('unauthenticated', 'The account is deactivated.');
    const { name = before.name } = change;
    const preferences = mergePatch(before.preferences, change.preferences ?? {});
    const stored = JSON.stringify(preferences);
    if (Buffer.byteLength(stored) > LIMITS.preferencesBytes) {
      fail(
        'limit_exceeded',
        `The preferences would exceed ${LIMITS.preferencesBytes} bytes of JSON. Remove members by setting them to null.`,
      );
    }
    return updateProfileRow(tx, userId, { name, preferences: stored });
  });
}
