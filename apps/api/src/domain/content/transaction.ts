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

/** The locks that a change of a project takes before it reads. */
export interface WriterLocks {
  /** Orders the change among changes of the project's keys and values; see `lockContent`. */
  content?: LockMode | undefined;
  /** Orders edits of single values and changes on which they depend; see `lockRules`. */
  rules?: LockMode | undefined;
  /** Locks the project's row, for changes that read its locales, settings or names before they write. */
  row?: boolean | undefined;
}

/**
 * Takes the locks of a change, in the order of all writers: the project's content, its rules and those of its parent,
 * its row, and then, in the writers, keys by id before values by locale and key. A writer of a key's values that may
 * also write the key locks the key first, because a transaction that fills a missing value holds the key and waits for
 * the value.
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
 * Runs a change of a project's keys and values in the transaction of the caller, who holds the locks. The counts of the
 * writers are stored at the end, so `work` must contain everything that the transaction writes of the content. @param
 * holdsRules - True if the caller holds the rules. If false, the rules may change after texts were checked, and then
 * all values are checked again
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
    // The failed statement gives the reason. Later statements only report that the transaction is aborted.
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
