import type { AccountLetter, Deps } from '../../../deps.ts';
import type { Language } from '../../../texts/texts.ts';

/**
 * Enqueues a mail to an address, even if no account has it. The task checks whether an account
 * exists, so the response does not reveal it.
 */
export async function requestMail(
  { db, tasks }: Pick<Deps, 'db' | 'tasks'>,
  letter: AccountLetter,
  email: string,
  language: Language | null,
): Promise<void> {
  await db
    .transaction()
    .execute((tx) => tasks.enqueue(tx, 'send-mail', { letter, email, language }));
}
