import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import {
  getProjectChange,
  inContent,
  insertChange,
  isSamePerson,
  numberChanges,
} from '../../content/index.ts';
import {
  actorOf,
  DryRun,
  type Principal,
  requireLocalesRights,
  requireRight,
} from '../../kernel/index.ts';
import {
  auditEdit,
  type Edit,
  type EditCall,
  editProject,
  listAllLocales,
} from '../../project/index.ts';
import { requireReviewRights } from '../review-rights.ts';
import { archiveMade, restoreArchived, revertFields } from './revert-keys.ts';
import { RevertTally } from './revert-tally.ts';
import { revertSourceVersions, revertValues } from './revert-values.ts';
import { readReverted } from './reverted-change.store.ts';
import type { Reverting } from './reverting.ts';
import { type RevertConflictView, viewConflicts } from './view-conflicts.ts';

export interface RevertInput extends EditCall {
  changeId: string;
  dryRun: boolean;
  /**
   * Determines whether the revert skips conflicts or fails because of them. A conflict is a key or
   * value that was changed after the reverted change.
   */
  conflicts: 'skip' | 'fail';
}

export interface RevertOutcome {
  /** Id of the change that the revert has recorded. Null if nothing was written. */
  changeId: string | null;
  tally: RevertTally;
  conflicts: RevertConflictView[];
}

/**
 * Restores the keys and values of a change to their state before the change. The revert is one
 * transaction and is itself recorded as a change. Keys and values that were changed later are
 * conflicts and stay unchanged.
 * @throws `not_found`, `archived`; `conflict` for a running job, for a change without recorded keys
 * and values, and, if `conflicts` is `fail`, for a conflict
 */
export async function revertChange(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: RevertInput,
): Promise<RevertOutcome> {
  try {
    const outcome = await editProject(deps, input, { content: 'exclusive' }, async (edit) => {
      const outcome = await revert(edit, input);
      if (input.conflicts === 'fail') requireNoConflicts(outcome);
      // A dry run ends after all checks, so it fails for the same reasons as a revert.
      if (input.dryRun) throw new DryRun({ ...outcome, changeId: null });
      return { ...outcome, projectId: edit.project.id };
    });
    await numberChanges(deps.db, outcome.projectId);
    return outcome;
  } catch (error) {
    if (error instanceof DryRun) return error.outcome;
    throw error;
  }
}

async function revert({ tx, project, now }: Edit, input: RevertInput): Promise<RevertOutcome> {
  const change = await getProjectChange(tx, project, input.changeId);
  const reverted = await readReverted(tx, project.id, input.changeId);
  if (change.is_running)
    fail('conflict', 'The change is still being made. Revert it when it is completed.');
  if (!reverted.is_recorded) {
    fail('conflict', 'The change was made by a version that did not record what it touched.');
  }
  const by = { changeId: newId(), now };
  const tally = new RevertTally();
  const locales = await listAllLocales(tx, project.id);
  await inContent(tx, project, by, async (writing) => {
    const requireReview = await reviewCheckOf(tx, project, input.principal, change.actor_id);
    const run: Reverting = { writing, locales, reverted, tally, requireReview };
    await restoreArchived(run);
    await revertFields(run);
    await revertSourceVersions(run, await revertValues(run));
    await archiveMade(run, 'created');
    await archiveMade(run, 'restored');
  });
  if (tally.keys > 0) requireRight(input.principal, 'content');
  const touched = locales.filter(({ id }) => tally.localeIds.has(id)).map(({ code }) => code);
  requireLocalesRights(input.principal, touched, project.source_locale);
  const conflicts = await viewConflicts(tx, { id: project.id, locales }, tally.conflicts);
  if (!tally.writes) return { changeId: null, tally, conflicts };
  const details = { changeId: input.changeId };
  const actor = actorOf(input.principal);
  await insertChange(tx, {
    projectId: project.id,
    id: by.changeId,
    kind: 'revert',
    actor,
    details,
    now,
  });
  const entry = { action: 'change.revert', id: input.changeId, name: null, now } as const;
  await auditEdit(tx, input, { ...entry, details: { revertedBy: by.changeId } });
  return { changeId: by.changeId, tally, conflicts };
}

/**
 * Returns the check of values that a revert sets to `reviewed`. Undoing one's own change does not
 * count as a review, because it restores a value that somebody has already reviewed.
 */
async function reviewCheckOf(
  tx: Edit['tx'],
  project: Edit['project'],
  principal: Principal,
  actorId: string,
): Promise<Reverting['requireReview']> {
  const isOwn = await isSamePerson(tx, project.id, actorOf(principal), actorId);
  return async (values) => {
    if (!isOwn) await requireReviewRights(tx, principal, project, values);
  };
}

function requireNoConflicts({ tally, conflicts }: RevertOutcome): void {
  const { conflictsCount: count } = tally;
  if (count === 0) return;
  const what = count === 1 ? 'A key or value has' : `${count} keys or values have`;
  const errors = conflicts.map(({ key, locale }) => ({
    path: key,
    message: locale === null ? 'was changed since' : `was changed in ${locale} since`,
  }));
  fail('conflict', `${what} changed since. Nothing was written.`, { errors });
}
