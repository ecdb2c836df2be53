import type { AccountLetter, Deps } from '../../deps.ts';
import type { Language } from '../../texts/texts.ts';

/**
 * Enqueues a letter to an address, whether or not anybody has it. Only the task depends on that, so that neither the
 * answer nor its duration reveals it.
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
