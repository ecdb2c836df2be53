import type { Db } from '../../db/client.ts';
import { CheckerSource } from '../check/checker.ts';
import { type LockMode, lockContent, lockProject, lockRules } from '../project-lock.store.ts';
import { insertRechecks, type Recheck } from '../recheck/recheck.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { ContentChanges } from './changes.ts';
import { applyChanges } from './counts.store.ts';
import { InFlight } from './in-flight.ts';
import { outdateForms } from './sources/sources.ts';
import type { ContentProject, Writing, WrittenBy } from './writing.ts';

const ALL_VALUES: readonly Recheck[] = [{ reason: 'settings', keyIds: null }];

/** The locks that a transaction takes before it reads the content that it will change. */
export interface WriterLocks {
  /** Mode of the content lock (`lockContent`), which orders transactions that change the project's keys and values. */
  content?: LockMode | undefined;
  /**
   * Mode of the rules lock (`lockRules`). It orders edits of single values and changes of settings and terms on which
   * findings depend.
   */
  rules?: LockMode | undefined;
  /**
   * True to lock the project's row. Needed if the transaction reads locales, settings or names before it changes them.
   */
  row?: boolean | undefined;
}

/**
 * Takes the locks of a transaction in an order that all transactions share, which avoids deadlocks: first the content
 * lock, then the rules of the project and of its parent, then the row of the project. Afterwards, the transaction locks
 * keys in the order of their ids, and then values in the order of locale and key. A transaction that writes a value and
 * may also write its key locks the key first. The reason is that a transaction that adds a missing value has locked the
 * key and waits for the value.
 */
export async function lockWriters(
  tx: Db,
  project: { id: ProjectRef },
  { content, rules, row }: WriterLocks,
): Promise<void> {
  if (content) await lockContent(tx, project.id, content);
  if (rules) await lockRules(tx, project.id, rules);
  if (row) await lockProject(tx, project.id);
}

/**
 * Runs `work`, which changes keys and values of a project in the caller's transaction. The caller has taken the locks.
 * The changes of counts are stored after `work`, so `work` must contain all changes of keys and values in the
 * transaction.
 *
 * @param holdsRules - True if the caller has locked the rules. If false, the rules may change after a text was checked.
 * In that case, all values are checked again
 */
export async function inContent<Result>(
  tx: Db,
  project: ContentProject,
  by: WrittenBy,
  work: (writing: Writing) => Promise<Result>,
  { holdsRules = false }: { holdsRules?: boolean } = {},
): Promise<Result> {
  const changes = new ContentChanges();
  const checks = new CheckerSource(project.id);
  const inFlight = new InFlight();
  const state = { keysAtHand: [], rewordedOthers: [], record: null };
  const writing: Writing = { tx, project, by, changes, checks, inFlight, ...state };
  let result: Result;
  try {
    result = await work(writing);
  } finally {
    // This throws the error of the statement that failed first. Later statements fail only because that error has
    // aborted the transaction.
    await inFlight.settle();
  }
  if (writing.rewordedOthers.length > 0) await outdateForms(writing);
  if (!holdsRules && checks.isUsed) {
    await lockRules(tx, project.id, 'shared');
    if (await checks.isOutdated(tx)) await insertRechecks(tx, project.id, ALL_VALUES);
  }
  await applyChanges(writing);
  return result;
}
