import type { Db } from '../../../db/client.ts';
import {
  type LockMode,
  lockContent,
  lockProject,
  lockRules,
  type ProjectRef,
} from '../../kernel/index.ts';
import { CheckerSource } from '../check/checker.ts';
import { insertRechecks, type Recheck } from '../recheck/recheck.store.ts';
import { ContentChanges } from './changes.ts';
import { applyChanges } from './counts.store.ts';
import { InFlight } from './in-flight.ts';
import { outdateForms } from './sources/sources.ts';
import type { ChangeStamp, ContentProject, SourceEdit, Writing } from './writing.ts';

const ALL_VALUES: readonly Recheck[] = [{ reason: 'settings', keyIds: null }];

export interface WriterLocks {
  /**
   * Mode of the content lock (`lockContent`), which serializes changes of the project's keys and
   * values.
   */
  content?: LockMode | undefined;
  /**
   * Mode of the rules lock (`lockRules`), which serializes edits of values with changes of settings
   * and terms.
   */
  rules?: LockMode | undefined;
  /**
   * True to lock the row of the project. A transaction needs this lock if it reads locales,
   * settings or names and then changes them.
   */
  row?: boolean | undefined;
}

/**
 * Takes locks in the order that all transactions share: first the content lock, then the rules of
 * the project and its parent, then the row of the project. Keys and values are locked later: keys
 * by id, and then values by locale and key.
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
 * Runs `work`, which changes keys and values of a project. The caller has taken the locks. `work` must contain all
 * changes that the transaction makes to keys and values, because the counts are stored at the end of `work`.
 * @param holdsRules - True if the caller has locked the rules. Otherwise, all values are checked again if the rules
 * change after a text was checked
 * @param keepTranslations - Decides whether translations of changed source texts stay up to date
 */
export async function inContent<Result>(
  tx: Db,
  project: ContentProject,
  by: ChangeStamp,
  work: (writing: Writing) => Promise<Result>,
  { holdsRules = false, keepTranslations }: { holdsRules?: boolean } & SourceEdit = {},
): Promise<Result> {
  const changes = new ContentChanges();
  const checks = new CheckerSource(project.id);
  const inFlight = new InFlight();
  const state = { lockedKeys: [], rewordedOthers: [], record: null };
  const sourceEdit = { keepTranslations };
  const writing: Writing = { tx, project, by, changes, checks, inFlight, sourceEdit, ...state };
  let result: Result;
  try {
    result = await work(writing);
  } finally {
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
