import type { Db } from '../../db/client.ts';
import { newId } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import type { Language } from '../../texts/texts.ts';
import { voidMailTokens } from '../mail/mail-token.store.ts';
import { openPersonalOrganization } from './open-personal-organization.ts';
import { hashPassword } from './password/password.ts';
import { hasAnyUser, insertUser, lockUsers, replaceUnverifiedUser } from './user.store.ts';

/** Maximum wait for a mail that is written to a file. After that, the answer is sent first. */
const MAIL_FILE_TIMEOUT_MS = 10_000;

export interface SignUp {
  email: string;
  name: string;
  password: string;
  /** Language of the request, if there are texts in it. */
  language: Language | null;
}

/**
 * Creates an unverified account with its personal organization and mails a link. If the address is taken, mails its
 * owner a notice instead. The caller cannot distinguish the two: the answer and its time are the same. Unless sign-up
 * is open, only the first account of the server can be created.
 *
 * @throws `sign_up_closed`
 */
export async function signUpUser(
  { db, clock, tasks, mailer, signUp }: Pick<Deps, 'db' | 'clock' | 'tasks' | 'mailer' | 'signUp'>,
  input: SignUp,
): Promise<void> {
  const isOpen = signUp === 'open';
  // Checked before the costly hashing, and again once no other account can be created in between.
  if (!isOpen) await requireNobody(db);
  const passwordHash = await hashPassword(input.password);
  const now = clock.now();
  const mailTaskId = await db.transaction().execute(async (tx) => {
    if (!isOpen) {
      await lockUsers(tx);
      await requireNobody(tx);
    }
    const userId = await insertUser(tx, { ...input, passwordHash, now });
    if (userId === null) await takeOverUnverified(tx, { ...input, passwordHash }, now);
    else await openPersonalOrganization(tx, { userId, name: input.name, now });
    return tasks.enqueue(tx, 'send-mail', {
      letter: 'sign-up',
      email: input.email,
      language: input.language,
    });
  });
  // Both kinds of address get a mail, and the wait is a multiple of the same interval, so that they cannot be
  // distinguished.
  if (mailer.isAwaited && mailTaskId !== null) {
    await tasks.awaitDone('send-mail', mailTaskId, MAIL_FILE_TIMEOUT_MS);
  }
}

async function requireNobody(db: Db): Promise<void> {
  if (await hasAnyUser(db)) {
    fail(
      'sign_up_closed',
      'Sign-up is closed. Ask for an invitation, or ask the operator for an account.',
    );
  }
}

/**
 * Gives an unverified account the new name and password, and voids its mailed tokens. For a verified account, does
 * nothing in the same number of statements, so that the duration reveals nothing.
 */
async function takeOverUnverified(
  tx: Db,
  input: { email: string; name: string; passwordHash: string },
  now: Date,
): Promise<void> {
  const userId = (await replaceUnverifiedUser(tx, input)) ?? newId();
  await voidMailTokens(tx, { userId, purposes: ['verify_email', 'reset_password'], now });
}
