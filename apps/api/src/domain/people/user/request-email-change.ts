import type { Deps } from '../../../deps.ts';
import type { Language } from '../../../texts/texts.ts';
import { requestEmailToken } from '../../kernel/index.ts';
import { lockConfirmedUser, requirePassword } from './password/require-password.ts';

/**
 * Mails a link to the new address of an account, and a notice to its current address. The task that
 * sends the mail checks whether another account has the new address, so the response does not
 * reveal it.
 * @throws `invalid_credentials`
 */
export async function requestEmailChange(
  { db, clock, tasks }: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: { userId: string; email: string; password: string; language: Language | null },
): Promise<void> {
  const checked = await requirePassword(db, input.userId, input.password);
  await db.transaction().execute(async (tx) => {
    const user = await lockConfirmedUser(tx, checked);
    const request = { userId: user.id, email: input.email, now: clock.now() };
    const mailTokenId = await requestEmailToken(tx, request);
    const about = { mailTokenId, language: input.language };
    await tasks.enqueue(tx, 'send-mail', { letter: 'change-email', ...about });
    await tasks.enqueue(tx, 'send-mail', { letter: 'email-changing', ...about });
  });
}
