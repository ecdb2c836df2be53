import type { AccountLetter, Deps } from '../../deps.ts';
import type { Language } from '../../texts/texts.ts';

/**
 * Asks for a letter to an address, whether or not anybody has it: what differs is decided by the
 * task, so that neither the answer nor its time tells.
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
