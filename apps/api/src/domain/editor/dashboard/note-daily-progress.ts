import { NIL_ID } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { daysEnding } from '../../billing/index.ts';
import { noteProgress } from '../../content/index.ts';
import { listActiveProjectIds } from '../../project/index.ts';
import { readProgress } from './read-progress.ts';

const BATCH_PROJECTS = 100;

/** Stores today's progress of each active project whose progress differs from the last stored progress. */
export async function noteDailyProgress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  for (let after = NIL_ID; !signal.aborted; ) {
    const ids = await listActiveProjectIds(db, { after, limit: BATCH_PROJECTS });
    await noteProgress(db, daysEnding(clock.now(), 1).to, await readProgress(db, ids));
    if (ids.length < BATCH_PROJECTS) return;
    after = ids.at(-1)!;
  }
}
