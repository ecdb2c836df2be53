import { familyCandidates } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { lockSources } from '../content/sources.ts';
import { inContent } from '../content/transaction.ts';
import { type PlannedCell, writeCells } from '../content/writer.ts';
import type { Writing } from '../content/writing.ts';
import { type Edit, type EditCall, editProject, OtherLocks } from '../edit-project.ts';
import type { KeyRef } from '../key/key-ref.ts';
import { getLocale } from '../locale/locale.store.ts';
import { type Actor, actorOf } from '../principal.ts';
import type { ProjectRow } from '../project/project.store.ts';
import type { LockMode } from '../project-lock.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { isOfOtherSource } from '../value/source-version.store.ts';
import { findView, type ValueView } from '../value/view-values.ts';
import { type Cell, lockCell } from './cell.store.ts';
import { planText, type TextEdit } from './plan-text.ts';
import { conflictOf } from './version-conflict.ts';

/** A person's edit of one value. */
export interface CellEdit extends TextEdit {
  /** The version that was read; 0: no value. Absent: any. */
  version?: number;
  /** True to make the value missing. */
  clears?: boolean;
}

export interface CellCall extends EditCall {
  edit: CellEdit;
  /** Finds what is to be edited; null if the project lacks it. */
  find: (tx: Db, projectId: ProjectRef) => Promise<Cell | null>;
  /** Fails with the reason if nothing was found. */
  failMissing: (tx: Db, projectId: ProjectRef) => Promise<never>;
}

/**
 * Edits one value. A translation waits for nobody but writers of the same key; a source text also for imports, since
 * both change its key, and one that may end or begin a plural family for all writers of keys and source texts.
 *
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function editCell(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  call: CellCall,
): Promise<{ cell: Cell; view: ValueView | null }> {
  let cell: Cell | null = null;
  const locksFor = async (tx: Db, projectId: ProjectRef) => {
    cell = await call.find(tx, projectId);
    const content = cell ? contentLockOf(cell, call.edit) : undefined;
    return { content, rules: 'shared' as const };
  };
  return editProject(deps, call, { locksFor, single: true }, async (edit) => {
    const { tx, project } = edit;
    if (!cell) return call.failMissing(tx, project.id);
    const outcome = await changeCell(edit, cell, call.edit, actorOf(call.principal));
    if (outcome === 'missing') fail('not_found', 'The value does not exist.');
    if (outcome === 'conflict') {
      throw conflictOf(await findView(tx, project, cell), call.edit.version);
    }
    return { cell, view: call.edit.clears ? null : await findView(tx, project, cell) };
  });
}

/** The content lock for an edit. A key that gains or loses its source text may change plural families. */
function contentLockOf(
  { isSource, hasValue, keyName }: Pick<Cell, 'isSource' | 'hasValue' | 'keyName'>,
  { clears }: CellEdit,
): LockMode | undefined {
  if (!isSource) return undefined;
  const isMoved = clears || !hasValue;
  return isMoved && familyCandidates(keyName, 'auto').length > 0 ? 'exclusive' : 'shared';
}

/** `conflict`: the value, or that it is missing, is not the version that was read. */
export type EditOutcome = 'done' | 'missing' | 'conflict';

/**
 * Edits one value in a transaction that holds the locks of an edit; an edit that changes nothing writes nothing.
 *
 * @throws `archived`; `OtherLocks` if the edit needs a stronger content lock by now
 */
export async function changeCell(
  { tx, project, now }: Edit,
  cell: Cell,
  edit: CellEdit,
  actor: Actor,
): Promise<EditOutcome> {
  for (;;) {
    const { key, value } = await holdCell(tx, project, cell);
    requireActive(key);
    requireLocks(project, cell, edit, key, value !== null);
    if (!value && !edit.fills) return 'missing';
    if (!value) await requireLocale(tx, project, cell);
    if (edit.version !== undefined && edit.version !== (value?.version ?? 0)) return 'conflict';
    const isOutdated =
      !cell.isSource && value !== null && isOfOtherSource(value.source_version, key.source_version);
    const plan = edit.clears ? ('clear' as const) : planText({ value, isOutdated }, edit);
    if (plan === null) return 'done';
    const planned = { key, value, isOutdated, plan };
    if (await writeCell({ tx, project, now }, cell, planned, actor)) return 'done';
    // A job has added the value meanwhile.
  }
}

/** Locks the key, then the value. A writer of a source text also holds the forms that are made from it. */
async function holdCell(tx: Db, { id }: ProjectRow, cell: Cell) {
  if (cell.isSource) await lockSources(tx, id, [cell.keyId]);
  return lockCell(tx, id, cell, cell.isSource ? 'exclusive' : 'counted');
}

/** The locale may have been removed before the locks were held. @throws `not_found`; `OtherLocks` if it is a new one */
async function requireLocale(tx: Db, { id }: ProjectRow, cell: Cell): Promise<void> {
  const locale = await getLocale(tx, id, cell.localeTag);
  if (locale.id !== cell.localeId) throw new OtherLocks();
}

function requireLocks(
  project: ProjectRow,
  cell: Cell,
  edit: CellEdit,
  key: KeyRef,
  hasValue: boolean,
): void {
  const isSource = cell.localeId === project.source_locale_id;
  const taken = contentLockOf(cell, edit);
  const needed = contentLockOf({ isSource, hasValue, keyName: key.name }, edit);
  if (isSource !== cell.isSource || (needed === 'exclusive' && taken !== 'exclusive')) {
    throw new OtherLocks();
  }
}

/** @returns false if another writer has filled the missing value: then nothing is written */
async function writeCell(
  { tx, project, now }: Edit,
  { localeId, localeTag }: Cell,
  cell: PlannedCell,
  actor: Actor,
): Promise<boolean> {
  const by = { changeId: newId(), now };
  const write = async (writing: Writing) => {
    writing.keysAtHand = [cell.key];
    const late = await writeCells(writing, { id: localeId, code: localeTag }, [cell]);
    if (late.size === 0) writing.record = { kind: 'edit', actor };
    return late.size === 0;
  };
  return inContent(tx, project, by, write, { holdsRules: true });
}

/** @throws `archived` */
export function requireActive({ archived }: Pick<KeyRef, 'archived'>): void {
  if (!archived) return;
  fail('archived', 'The key is archived. Restore it with PATCH { "archived": false }.');
}
