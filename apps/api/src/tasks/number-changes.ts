import { setTimeout as sleep } from 'node:timers/promises';
import { troubleOf } from '../db/trouble.ts';
import { NIL_ID } from '../db/uuid.ts';
import type { Deps } from '../deps.ts';
import { describeCause } from '../describe-cause.ts';
import { findUnnumberedProject, numberChanges } from '../domain/change/change-number.store.ts';

/** Pause of the numbering while there are changes to number. */
const BUSY_MS = 200;
/** Pause after a round without changes. */
const IDLE_MS = 400;
/** Pause after a fault. */
const RETRY_MS = 2_000;

/**
 * Numbers committed changes in the background, until `signal` aborts. This is not work of the queue: a
 * writer that enqueued a task would notify the workers, and PostgreSQL commits transactions that notify
 * one after the other. Every worker does it, so that none has to be the one that lives.
 */
export async function keepNumbering(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let isTrouble = false;
  while (!signal.aborted) {
    let pauseMs: number;
    try {
      pauseMs = (await numberAll(db, signal)) > 0 ? BUSY_MS : IDLE_MS;
      isTrouble = false;
    } catch (error) {
      const trouble = troubleOf(error);
      const why = trouble ? { reason: trouble.detail } : { err: describeCause(error) };
      if (!isTrouble) log.warn(why, 'failed to number changes');
      isTrouble = true;
      pauseMs = RETRY_MS;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Numbers the changes of each project once. @returns how many were numbered */
async function numberAll(db: Deps['db'], signal: AbortSignal): Promise<number> {
  let numbered = 0;
  let after = NIL_ID;
  while (!signal.aborted) {
    const projectId = await findUnnumberedProject(db, after);
    if (projectId === null) break;
    numbered += await numberChanges(db, projectId, signal);
    after = projectId;
  }
  return numbered;
}
