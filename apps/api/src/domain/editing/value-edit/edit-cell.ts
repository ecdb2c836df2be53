import type { CurrentSource } from '@parlance/contracts';
import { familyCandidates } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
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
  type Principal,
  type ProjectRef,
  requireCellRights,
} from '../../kernel/index.ts';
import {
  type EditCall,
  failLocale,
  getProject,
  LOCK_WAIT_MS,
  OtherLocks,
  requireWritable,
  withLocks,
} from '../../project/index.ts';
import { requireReviewRight } from '../review-rights.ts';
import { type Cell, type CellName, lockForCell } from './cell.store.ts';
import { type HeldCell, lockCell } from './held-cell.store.ts';
import { planText, type TextEdit } from './plan-text.ts';
import { conflictOf, sourceConflictOf } from './version-conflict.ts';
import { writeHeld } from './write-held.ts';

export interface CellEdit extends TextEdit {
  /**
   * The version of the value that the edit replaces, or 0 for a missing value. If undefined, the
   * edit replaces any version.
   */
  version?: number;
  /** The version of the source string that the caller has read. If undefined, any version. */
  sourceVersion?: number;
  /** Says if new source texts keep their translations. */
  keepTranslations?: SourceEdit['keepTranslations'];
  clears?: boolean;
}

export interface CellCall extends EditCall {
  edit: CellEdit;
  name: CellName;
  failMissing: (tx: Db, projectId: ProjectRef) => Promise<never>;
  /** The proposal whose text the edit writes. */
  accepted?: AcceptedProposal;
  /** Runs in the transaction after the edit, also if the value already has the text. */
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
): Promise<{ cell: Cell; view: ValueView | null }> {
  const owner = ownerOf(call.principal);
  let content: LockMode = 'shared';
  return withLocks(db, async (tx) => {
    const locks = { waitMs: LOCK_WAIT_MS, isExclusive: content === 'exclusive' };
    const found = await lockForCell(tx, owner, call.projectId, call.name, locks);
    if (!found) return fail('not_found', 'The project does not exist.');
    const { projectId, cell } = found;
    if (!cell) {
      requireWritable(await getProject(tx, owner, projectId));
      return call.failMissing(tx, projectId);
    }
    if (content === 'shared' && contentLockOf(cell, call.edit) === 'exclusive') {
      content = 'exclusive';
      throw new OtherLocks();
    }
    requireCellRights(call.principal, cell);
    const { accepted } = call;
    const by = { principal: call.principal, now: clock.now(), ...(accepted && { accepted }) };
    const done = await changeCell(tx, projectId, cell, call.edit, by);
    if (done.outcome === 'missing') fail('not_found', 'The value does not exist.');
    const view = done.outcome === 'written' ? done.view : await findView(tx, done.project, cell);
    if (done.outcome === 'conflict') {
      throw done.source
        ? sourceConflictOf(view, done.source, call.edit.sourceVersion)
        : conflictOf(view, call.edit.version);
    }
    await call.settle?.(tx);
    return { cell, view: call.edit.clears ? null : view };
  });
}

/**
 * Returns the mode of the content lock. Plural families may change if a key gains or loses its
 * source text.
 */
function contentLockOf(
  { isSource, hasValue, keyName }: Pick<Cell, 'isSource' | 'hasValue' | 'keyName'>,
  { clears }: CellEdit,
): LockMode | undefined {
  if (!isSource) return undefined;
  const isMoved = clears || !hasValue;
  return isMoved && familyCandidates(keyName, 'auto').length > 0 ? 'exclusive' : 'shared';
}

/** Result of an edit. `conflict`: the value, or `source`, has changed since the caller read it. */
export type EditOutcome =
  | { outcome: 'missing' }
  | { outcome: 'unchanged'; project: HeldCell['project'] }
  | { outcome: 'conflict'; project: HeldCell['project']; source?: CurrentSource }
  | { outcome: 'written'; view: ValueView | null };

/**
 * Edits one value in a transaction that has taken the locks.
 * @throws `archived`; `role_forbidden` if the caller may not review the value; `OtherLocks` if the
 * edit needs a stronger content lock
 */
export async function changeCell(
  tx: Db,
  projectId: ProjectRef,
  cell: Cell,
  edit: CellEdit,
  { principal, ...rest }: { principal: Principal; now: Date; accepted?: AcceptedProposal },
): Promise<EditOutcome> {
  const by = { actor: actorOf(principal), ...rest };
  for (;;) {
    const held = await lockCell(tx, projectId, cell);
    const { project, key, value } = held;
    requireWritable(project);
    requireActiveKey(key);
    requireLocks(held, cell, edit);
    const { keepTranslations } = edit;
    if (!value && !edit.fills) return { outcome: 'missing' };
    if (!value) requireLocale(held, cell);
    if (edit.version !== undefined && edit.version !== (value?.version ?? 0)) {
      return { outcome: 'conflict', project };
    }
    if (edit.sourceVersion !== undefined && edit.sourceVersion !== key.source_version) {
      const { sourceText: text } = held.checks.sources;
      return { outcome: 'conflict', project, source: { text, sourceVersion: key.source_version } };
    }
    const isOutdated =
      !cell.isSource && value !== null && isOfOtherSource(value.source_version, key.source_version);
    const plan = edit.clears ? ('clear' as const) : planText({ value, isOutdated }, edit);
    if (plan === null) return { outcome: 'unchanged', project };
    if (plan !== 'clear') await requireReviewRight(tx, principal, project, cell, { value, plan });
    const written = await writeHeld(tx, held, cell, { plan, isOutdated, keepTranslations }, by);
    if (written) return { outcome: 'written', view: written.view };
  }
}

/**
 * Requires that the locale still exists.
 * @throws `not_found`; `OtherLocks` if the locale was
 * removed and added again
 */
function requireLocale({ localeId }: HeldCell, cell: Cell): void {
  if (localeId === null) failLocale(cell.localeTag);
  if (localeId !== cell.localeId) throw new OtherLocks();
}

function requireLocks({ project, key, value }: HeldCell, cell: Cell, edit: CellEdit): void {
  const isSource = cell.localeId === project.source_locale_id;
  const taken = contentLockOf(cell, edit);
  const needed = contentLockOf({ isSource, hasValue: value !== null, keyName: key.name }, edit);
  if (isSource !== cell.isSource || (needed === 'exclusive' && taken !== 'exclusive')) {
    throw new OtherLocks();
  }
}

/** @throws `archived` */
export function requireActiveKey({ archived }: Pick<KeyRef, 'archived'>): void {
  if (!archived) return;
  fail('archived', 'The key is archived. Restore it with PATCH { "archived": false }.');
}
