import { NIL_ID } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { noteReminder } from './inbox.store.ts';
import { listDevelopersToRemind } from './reminder.store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Minimum age of an open question in a reminder, and minimum time between two reminders of a person. */
export const REMIND_AFTER_MS = 7 * DAY_MS;
/** Maximum number of projects that a reminder names. */
const MAX_PROJECTS = 50;
const BATCH_PROJECTS = 100;

/**
 * Enqueues a mail to each developer of projects with old open questions, at most once a week for each person. If the
 * task is killed, the next run continues with the people who have had no reminder yet.
 * @returns the number of enqueued mails
 */
export async function remindOfQuestions(
  { db, clock, tasks }: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  signal: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - REMIND_AFTER_MS);
  const projectsOf = new Map<string, string[]>();
  for (let after = NIL_ID; !signal.aborted; ) {
    const page = await listDevelopersToRemind(db, { before, after, limit: BATCH_PROJECTS });
    for (const { userId, projectId } of page.developers) {
      const userProjects = projectsOf.get(userId) ?? [];
      if (userProjects.length < MAX_PROJECTS) projectsOf.set(userId, [...userProjects, projectId]);
    }
    if (page.last === null) break;
    after = page.last;
  }
  let ordered = 0;
  for (const [userId, projectIds] of projectsOf) {
    if (signal.aborted) break;
    await db.transaction().execute(async (tx) => {
      if (!(await noteReminder(tx, userId, { now, before }))) return;
      await tasks.enqueue(tx, 'send-mail', { letter: 'reminder', userId, projectIds });
      ordered++;
    });
  }
  return ordered;
}
