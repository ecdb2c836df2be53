import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import type { Language } from '../../../texts/texts.ts';
import { voidMailTokens } from '../../kernel/index.ts';
import { openPersonalOrganization } from './open-personal-organization.ts';
import { hashPassword } from './password/password.ts';
import { hasAnyUser, insertUser, lockUsers, replaceUnverifiedUser } from './user.store.ts';

/** Maximum time in milliseconds to wait for a mail that is written to a file. */
const MAIL_FILE_TIMEOUT_MS = 10_000;

export interface SignUp {
  email: string;
  name: string;
  password: string;
  /** Language of the request. Null if the service has no texts in this language. */
  language: Language | null;
}

/**
 * Creates an unverified account with a personal organization, and mails a link that verifies the
 * address. If an account has the address, mails a notice to its owner. Neither the response nor its
 * duration reveals the difference. If sign-up is closed, only the first account of the server can
 * be created.
 * @throws `sign_up_closed`
 */
export async function signUpUser(
  { db, clock, tasks, mailer, signUp }: Pick<Deps, 'db' | 'clock' | 'tasks' | 'mailer' | 'signUp'>,
  input: SignUp,
): Promise<void> {
  const isOpen = signUp === 'open';
  // Rejects a closed sign-up before hashing the password, which is slow. The transaction checks the
  // condition again.
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
 * Replaces the name and password of an unverified account, and invalidates its mailed tokens. For a
 * verified account, the same number of statements run without effect, so that the duration does not
 * reveal the difference.
 */
async function takeOverUnverified(
  tx: Db,
  input: { email: string; name: string; passwordHash: string },
  now: Date,
): Promise<void> {
  const userId = (await replaceUnverifiedUser(tx, input)) ?? newId();
  await voidMailTokens(tx, { userId, purposes: ['verify_email', 'reset_password'], now });
}
