import { type BodyOf, type i18nKeysBulk, type i18nValuesBulk, LIMITS } from '@parlance/contracts';
import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { fail, failAt } from '../../../errors.ts';
import {
  actorOf,
  hasCellRights,
  ownerOf,
  type Principal,
  rangesOf,
  requireLocalesRights,
  timeAt,
} from '../../kernel/index.ts';
import {
  auditEdit,
  type Edit,
  type EditCall,
  editProject,
  getWritableProject,
  type LocaleRow,
  listAllLocales,
  type ProjectRow,
  requireLocales,
  requireLocaleTag,
  requireLocaleTags,
} from '../../project/index.ts';
import { runScan } from '../row/run-scan.ts';
import { type BulkWork, bulkRows, writeRows } from './bulk-rows.ts';
import { type BulkOrder, insertBulkRun } from './bulk-run.store.ts';
import { BulkTally } from './bulk-tally.ts';
import { skippedAuthor } from './order-rights.ts';
import { requireAction, type ValuesOrder } from './plan-values.ts';
import { readBase } from './read-base.ts';
import { requireAsRead } from './require-as-read.ts';
import { selectRows } from './select-rows.ts';

/**
 * Maximum size of a bulk change that the request performs itself. The size is the number of rows
 * multiplied by the number of locales.
 */
const MAX_CELLS_AT_ONCE = 2_000;
const DRY_RUN_MS = 1_000;

/** Priority of a new run. The rest of a run that has begun comes first. */
const NEW_RUN = -1;

type BulkDeps = Pick<Deps, 'db' | 'clock' | 'tasks' | 'concurrency'>;
type ValuesBody = BodyOf<typeof i18nValuesBulk>;
type KeysBody = BodyOf<typeof i18nKeysBulk>;

export interface BulkOutcome {
  /**
   * Id of the run if a background task performs the bulk change. Null if the request has completed
   * it.
   */
  runId: string | null;
  changeId: string | null;
  rows: number;
  rowsDone: number;
  readAt: Date;
  /** Sync token of the state that the request read. Null for a bulk change of keys. */
  syncToken: string | null;
  tally: BulkTally;
}

interface Content {
  project: ProjectRow;
  locales: readonly LocaleRow[];
}

/**
 * Performs a bulk change of values, or leaves a change of more than 2,000 values to a background
 * task.
 * @throws `not_found`, `archived`, `validation_failed`, `conflict`, `version_conflict`,
 * `limit_exceeded`
 */
export async function bulkChangeValues(
  deps: BulkDeps,
  call: EditCall,
  body: ValuesBody,
  signal: AbortSignal,
): Promise<BulkOutcome> {
  const content = await readContent(deps, call);
  requireAction(body.action);
  const { skipForbidden = false, ...all } = body;
  const allowed = skipForbidden ? withoutForbidden(call.principal, content.project, all) : all;
  const order = await orderOf(deps, call, content, allowed);
  return start(deps, call, content, { ...allowed, order }, signal);
}

/**
 * Performs a bulk change of keys. A background task performs a change of more than 2,000 values.
 * @throws the errors of {@link bulkChangeValues}
 */
export async function bulkChangeKeys(
  deps: BulkDeps,
  call: EditCall,
  body: KeysBody,
  signal: AbortSignal,
): Promise<BulkOutcome> {
  const content = await readContent(deps, call);
  const { action, select } = body;
  if (action.edit && !('keyIds' in select && select.keyIds.length === 1)) {
    failAt('/select', 'must name one key for this action');
  }
  const order = { kind: 'keys', action } as const;
  return start(deps, call, content, { ...body, order }, signal);
}

async function readContent(
  { db }: Pick<Deps, 'db'>,
  { principal, projectId }: EditCall,
): Promise<Content> {
  const project = await getWritableProject(db, ownerOf(principal), projectId);
  return { project, locales: await listAllLocales(db, project.id) };
}

/** Removes the locales that the caller may not change. Returns all locales if the caller may change none of them. */
function withoutForbidden(
  principal: Principal,
  { source_locale }: ProjectRow,
  body: ValuesBody,
): ValuesBody {
  const tags = [...requireLocaleTags(body.select.locales, '/select/locales')];
  const locales = tags.filter((localeTag) =>
    hasCellRights(principal, { isSource: localeTag === source_locale, localeTag }),
  );
  return locales.length === 0 ? body : { ...body, select: { ...body.select, locales } };
}

async function orderOf(
  { db }: Pick<Deps, 'db'>,
  { principal }: EditCall,
  { project, locales }: Content,
  { select, action, base, unchangedSince, read = [], keepTranslations }: ValuesBody,
): Promise<ValuesOrder> {
  const tags = requireLocaleTags(select.locales, '/select/locales');
  const asked = requireLocales(locales, tags);
  requireLocalesRights(principal, tags, project.source_locale);
  const except = (select.except ?? []).map(({ keyId, locale }, index) => ({
    keyId,
    locale: requireLocaleTag(locale, `/select/except/${index}/locale`),
  }));
  const { copy } = action;
  const from = copy && requireLocaleTag(copy.from, '/action/copy/from');
  if (from) requireLocales(locales, [from]);
  return {
    kind: 'values',
    locales: asked.map(({ code }) => code),
    action: copy ? { copy: { ...copy, from: from! } } : action,
    except,
    read: read.map((one, index) => ({
      ...one,
      locale: requireLocaleTag(one.locale, `/read/${index}/locale`),
    })),
    base: await readBase(db, project.id, base),
    unchangedSince:
      unchangedSince === undefined ? null : timeAt('/unchangedSince', unchangedSince).toISOString(),
    skipsTextsOf: skippedAuthor(principal, project, action),
    ...(keepTranslations !== undefined && { keepTranslations }),
    memoryProjectIds: ownerOf(principal).projectIds && [...ownerOf(principal).projectIds!],
  };
}

async function start(
  deps: BulkDeps,
  call: EditCall,
  content: Content,
  body: (ValuesBody | KeysBody) & { order: BulkOrder; skipConflicts?: boolean },
  signal: AbortSignal,
): Promise<BulkOutcome> {
  const { order, select, expectedCount, skipConflicts = false, dryRun = false } = body;
  const readAt = deps.clock.now();
  const syncToken = order.kind === 'values' ? order.base : null;
  const rowIds = await selectRows(deps, call.principal, content, select, signal);
  if (expectedCount !== undefined && rowIds.length !== expectedCount) {
    const count = rowIds.length === 1 ? '1 row is' : `${rowIds.length} rows are`;
    fail('conflict', `${count} selected, not ${expectedCount}. Nothing was written.`);
  }
  const cellsPerRow = order.kind === 'values' ? order.locales.length : 1;
  const partRows = Math.floor(LIMITS.bulkPartValues / cellsPerRow);
  const parts = [...rangesOf(rowIds.length, partRows)].map(([from, to]) => rowIds.slice(from, to));
  if (dryRun) {
    const work = { ...content, order, tally: new BulkTally(), signal };
    const tried = await tryRows(deps, call, work, parts);
    return { ...tried, readAt, syncToken };
  }
  const isAtOnce = rowIds.length * cellsPerRow <= MAX_CELLS_AT_ONCE;
  return editProject(deps, call, { content: 'exclusive' }, async (edit) => {
    const { tx, project, now } = edit;
    const tally = new BulkTally();
    const rowsDone = isAtOnce ? rowIds.length : 0;
    const outcome = { rows: rowIds.length, rowsDone, readAt, syncToken, tally };
    const actor = actorOf(call.principal);
    const locales = await listAllLocales(tx, project.id);
    const work = { project, locales, order, tally, signal };
    if (!skipConflicts) await requireAsRead(tx, work, rowIds);
    if (!isAtOnce) {
      const id = newId();
      await insertBulkRun(tx, project.id, { id, order, actor, now }, rowIds, partRows);
      await auditBulk(edit, call, id, order, rowIds.length);
      const { organization_id: organizationId } = project;
      const run = { organizationId, projectId: project.id, runId: id };
      await deps.tasks.enqueue(tx, 'bulk-change', run, { priority: NEW_RUN });
      return { ...outcome, runId: id, changeId: null };
    }
    const changeId = await writeRows(tx, work, parts, { actor, now, parentId: null });
    if (changeId !== null) {
      await auditBulk(edit, call, changeId, order, rowIds.length);
    }
    return { ...outcome, runId: null, changeId };
  });
}

/**
 * Counts the effects of a bulk change without writing anything. Stops counting at the time limit.
 */
async function tryRows(
  deps: BulkDeps,
  { principal }: EditCall,
  work: BulkWork,
  parts: readonly (readonly string[])[],
): Promise<Omit<BulkOutcome, 'readAt' | 'syncToken'>> {
  return runScan(deps, principal, async () => {
    const startedAt = performance.now();
    let rowsDone = 0;
    for (const rowIds of parts) {
      await bulkRows(deps.db, work, rowIds, null);
      rowsDone += rowIds.length;
      if (performance.now() - startedAt > DRY_RUN_MS) break;
    }
    const rows = parts.reduce((sum, { length }) => sum + length, 0);
    return { runId: null, changeId: null, rows, rowsDone, tally: work.tally };
  });
}

function auditBulk(
  { tx, now }: Edit,
  call: EditCall,
  changeId: string,
  order: BulkOrder,
  rows: number,
): Promise<void> {
  const [action] = Object.keys(order.action);
  const details = { kind: order.kind, action, rows };
  return auditEdit(tx, call, { action: 'change.bulk', id: changeId, name: null, now, details });
}
