import type { AccountLetter, Deps } from '../../deps.ts';
import type { Language } from '../../texts/texts.ts';

/**
 * Enqueues a mail to an address, even if no account has the address. The task checks whether an account exists. Neither
 * the response nor its duration therefore reveals this.
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
