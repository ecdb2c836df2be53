import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import type { Language } from '../../texts/texts.ts';
import { voidMailTokens } from '../mail/mail-token.store.ts';
import { openPersonalOrganization } from './open-personal-organization.ts';
import { hashPassword } from './password/password.ts';
import { hasAnyUser, insertUser, lockUsers, replaceUnverifiedUser } from './user.store.ts';

/** Longest wait for a mail that is written to a file: then the answer comes before it. */
const MAIL_FILE_TIMEOUT_MS = 10_000;

export interface SignUp {
  email: string;
  name: string;
  password: string;
  /** Language that the request asks for, if the texts are in it. */
  language: Language | null;
}

/**
 * Makes an unverified account with its personal organization and mails a link, or, if the address
 * is taken, mails its owner that. The caller cannot tell which: same answer, same time. Unless sign-up is
 * open, only the first account of the server is made.
 *
 * @throws `sign_up_closed`
 */
export async function signUpUser(
  { db, clock, tasks, mailer, signUp }: Pick<Deps, 'db' | 'clock' | 'tasks' | 'mailer' | 'signUp'>,
  input: SignUp,
): Promise<void> {
  const isOpen = signUp === 'open';
  // Looked at before the hashing, which is costly, and again when no other account can come between.
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
  // Both kinds of address get a mail, and the wait is a multiple of the same time.
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
 * An account that nobody has verified gets the new name and password; its mailed tokens are void.
 * If it is verified nothing happens, in as many statements as otherwise: their time tells nothing.
 */
async function takeOverUnverified(
  tx: Db,
  input: { email: string; name: string; passwordHash: string },
  now: Date,
): Promise<void> {
  const userId = (await replaceUnverifiedUser(tx, input)) ?? newId();
  await voidMailTokens(tx, { userId, purposes: ['verify_email', 'reset_password'], now });
}
