import { familyCandidates } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { fail, NO_PROJECT } from '../../../errors.ts';
import {
  type AcceptedProposal,
  findView,
  isOfOtherSource,
  type KeyRef,
  type SourceEdit,
  type ValueView,
} from '../../content/index.ts';
import {
  actorOf,
  type LockMode,
  ownerOf,
  type ProjectRef,
  requireCellRights,
} from '../../kernel/index.ts';
import {
  type EditCall,
  LOCK_WAIT_MS,
  OtherLocks,
  requireWritable,
  withLocks,
} from '../../project/index.ts';
import { requireReviewRight } from '../review-rights.ts';
import {
  type CellName,
  type CellProject,
  type HeldCell,
  holdCell,
  sendLocks,
  sourcesOf,
} from './cell.store.ts';
import { planText, type TextEdit } from './plan-text.ts';
import { conflictOf, sourceConflictOf } from './version-conflict.ts';
import { writeHeld } from './write-held.ts';

export interface CellEdit extends TextEdit {
  /**
   * The version of the value that the edit replaces, or 0 for a missing value. If undefined, the
   * edit replaces any version.
   */
  version?: number;
  /** The version of the source string that the caller has read. If undefined, the edit accepts any version. */
  sourceVersion?: number;
  /** Decides whether the translations of a changed source text stay up to date. */
  keepTranslations?: SourceEdit['keepTranslations'];
  clears?: boolean;
}

export interface CellCall extends EditCall {
  edit: CellEdit;
  name: CellName;
  failMissing: (tx: Db, projectId: ProjectRef) => Promise<never>;
  /** The proposal whose text the edit writes. */
  accepted?: AcceptedProposal;
  /** Runs in the transaction after the edit, even if the value already has the text. */
  settle?: (tx: Db) => Promise<void>;
}

/**
 * Edits one value. An edit of a translation waits only for other edits of the same key. An edit of
 * a source text also waits for imports, or for all writers of keys if plural families may change.
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function editCell(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  call: CellCall,
): Promise<{ cell: HeldCell; view: ValueView | null }> {
  const owner = ownerOf(call.principal);
  let isExclusive = false;
  return withLocks(db, async (tx) => {
    await sendLocks(tx, owner, call.projectId, call.name, { waitMs: LOCK_WAIT_MS, isExclusive });
    const held = await holdCell(tx, owner, call.projectId, call.name);
    if (!held) return fail('not_found', NO_PROJECT);
    const { project, cell } = held;
    requireWritable(project);
    if (!cell) return call.failMissing(tx, project.id);
    const needed = contentLockOf(cell, call.edit);
    if (needed && !cell.hasContentLock) throw new OtherLocks();
    if (needed === 'exclusive' && !isExclusive) {
      isExclusive = true;
      throw new OtherLocks();
    }
    requireCellRights(call.principal, { isSource: cell.isSource, localeTag: cell.locale.code });
    const view = await changeCell(tx, project, cell, call, clock.now());
    await call.settle?.(tx);
    return { cell, view };
  });
}

/**
 * Returns the mode of the content lock, or undefined for a translation, which does not need the lock. Plural
 * families may change if a key gains or loses its source text.
 */
function contentLockOf({ isSource, value, key }: HeldCell, edit: CellEdit): LockMode | undefined {
  if (!isSource) return undefined;
  const isMoved = edit.clears || value === null;
  return isMoved && familyCandidates(key.name, 'auto').length > 0 ? 'exclusive' : 'shared';
}

/**
 * Edits a locked value.
 * @returns the value after the edit, null if the edit deleted it
 * @throws `not_found`, `version_conflict`, `archived`; `role_forbidden` if the caller may not review
 * the value; `OtherLocks` if another transaction has inserted the missing value
 */
async function changeCell(
  tx: Db,
  project: CellProject,
  cell: HeldCell,
  { principal, edit, accepted }: Pick<CellCall, 'principal' | 'edit' | 'accepted'>,
  now: Date,
): Promise<ValueView | null> {
  const { key, value, isSource } = cell;
  const cellName = { keyId: key.id, localeId: cell.locale.id, localeTag: cell.locale.code };
  const viewNow = () => findView(tx, project, cellName);
  requireActiveKey(key);
  if (!value && !edit.fills) fail('not_found', 'The value does not exist.');
  if (edit.version !== undefined && edit.version !== (value?.version ?? 0)) {
    throw conflictOf(await viewNow(), edit.version);
  }
  if (edit.sourceVersion !== undefined && edit.sourceVersion !== key.source_version) {
    const { sourceText: text } = await sourcesOf(tx, project, cell);
    const source = { text, sourceVersion: key.source_version };
    throw sourceConflictOf(await viewNow(), source, edit.sourceVersion);
  }
  const isOutdated =
    !isSource && value !== null && isOfOtherSource(value.source_version, key.source_version);
  const plan = edit.clears ? ('clear' as const) : planText({ value, isOutdated }, edit);
  if (plan === null) return viewNow();
  if (plan !== 'clear') await requireReviewRight(tx, principal, project, cellName, { value, plan });
  const by = { actor: actorOf(principal), now, ...(accepted && { accepted }) };
  const { keepTranslations } = edit;
  return writeHeld(tx, project, cell, { plan, isOutdated, keepTranslations }, by);
}

/** @throws `archived` */
export function requireActiveKey({ archived }: Pick<KeyRef, 'archived'>): void {
  if (!archived) return;
  fail('archived', 'The key is archived. Restore it with PATCH { "archived": false }.');
}
