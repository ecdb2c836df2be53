import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { voidMailTokens } from '../mail/mail-token.store.ts';
import { insertMembership, insertOrganization } from '../organization/organization.store.ts';
import { slugOf } from '../organization/slug.ts';
import { hashPassword } from './password.ts';
import { insertUser, replaceUnverifiedUser } from './user.store.ts';

export interface SignUp {
  email: string;
  name: string;
  password: string;
}

/**
 * Makes an unverified account with its personal organization and mails a link, or, where the address
 * is taken, mails its owner that. The caller cannot tell which: same answer, same time.
 */
export async function signUpUser(
  { db, clock, tasks }: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: SignUp,
): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const userId = await insertUser(tx, { ...input, passwordHash, now });
    if (userId === null) await takeOverUnverified(tx, { ...input, passwordHash }, now);
    else await openPersonalOrganization(tx, { userId, name: input.name, now });
    await tasks.enqueue(tx, 'send-mail', { letter: 'sign-up', email: input.email });
  });
}

/** Creates the user's personal organization, with the user as its owner. Returns its id. */
export async function openPersonalOrganization(
  tx: Db,
  user: { userId: string; name: string; now: Date },
): Promise<string> {
  const organizationId = await insertOrganization(tx, {
    name: user.name,
    // The end of the id is random: two people of one name do not meet.
    slug: `${slugOf(user.name, 'user')}-${user.userId.slice(-8)}`,
    personalUserId: user.userId,
    now: user.now,
  });
  await insertMembership(tx, { organizationId, userId: user.userId, role: 'owner', now: user.now });
  return organizationId;
}

/**
 * An account that nobody has verified gets the new name and password; its mailed tokens are void.
 * Where it is verified nothing happens, in as many statements as otherwise: their time tells nothing.
 */
async function takeOverUnverified(
  tx: Db,
  input: { email: string; name: string; passwordHash: string },
  now: Date,
): Promise<void> {
  const userId = (await replaceUnverifiedUser(tx, input)) ?? newId();
  await voidMailTokens(tx, { userId, purposes: ['verify_email', 'reset_password'], now });
}
