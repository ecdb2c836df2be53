import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { hashToken, mintToken } from '../../kernel/index.ts';
import { insertSession } from '../session/session.store.ts';
import { verifyPassword } from './password/password.ts';
import { findUserByEmail, type UserRow } from './user.store.ts';

/**
 * Starts a session. An unknown address has the same response and duration as a wrong password.
 * @throws `invalid_credentials`; `email_unverified` if the password is correct
 */
export async function signInUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: {
    email: string;
    password: string;
    userAgent: string | undefined;
    expiresAt(now: Date): Date;
  },
): Promise<{ user: UserRow; token: string }> {
  const user = await findUserByEmail(db, input.email);
  const fits = await verifyPassword(user?.password_hash ?? null, input.password);
  if (!user || !fits) failCredentials();
  if (user.email_verified_at === null) {
    fail(
      'email_unverified',
      'The email address is not confirmed. Open the link in the confirmation mail.',
    );
  }
  const token = mintToken();
  const now = clock.now();
  const started = await insertSession(db, {
    tokenHash: hashToken(token),
    userId: user.id,
    passwordHash: user.password_hash,
    now,
    expiresAt: input.expiresAt(now),
    userAgent: input.userAgent,
  });
  if (!started) failCredentials();
  return { user, token };
}

function failCredentials(): never {
  fail('invalid_credentials', 'The email or the password is wrong.');
}
