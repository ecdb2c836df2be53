import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { lockDueInboxes, takeIntoDigest } from './inbox.store.ts';

/** Number of people whose digests one transaction enqueues. */
const BATCH_PEOPLE = 20;

/**
 * Enqueues a mail for each digest that is due. The transaction that assigns the notifications to a
 * digest also enqueues its mail, so a killed process neither loses a digest nor sends it twice.
 * @returns the number of people
 */
export async function sendDigests(
  { db, clock, tasks }: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  signal: AbortSignal,
): Promise<number> {
  if (signal.aborted) return 0;
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const userIds = await lockDueInboxes(tx, now, BATCH_PEOPLE);
    for (const userId of userIds) {
      const digestId = newId();
      const { organizationId } = await takeIntoDigest(tx, { userId, digestId, now });
      if (organizationId === null) continue;
      const letter = { letter: 'digest', organizationId, userId, digestId } as const;
      await tasks.enqueue(tx, 'send-mail', letter);
    }
    return userIds.length;
  });
}
