import { LIMITS } from '@parlance/contracts';
import type { PluralCategory } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { isUuid } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { failAt } from '../../../errors.ts';
import { encodeCursor, failCursor, readCursor } from '../../../lib/cursor.ts';
import { findActors } from '../../content/index.ts';
import {
  type Actor,
  inScan,
  ownerOf,
  type Page,
  type Principal,
  type ScanResult,
} from '../../kernel/index.ts';
import type { ProjectRow, RowState } from '../../project/index.ts';
import { countOpen } from '../../talk/index.ts';
import {
  type CellValue,
  findRowIds,
  findRowsAround,
  type RowKey,
  readCells,
  readRowKeys,
} from './row.store.ts';
import { type RowLocales, requireFilter, requireRowLocales } from './row-filter.ts';
import { scanRows } from './row-scan.store.ts';
import { type RunOn, runRowScan } from './run-scan.ts';

/** A row of the editor: a key or plural family, with the values of its keys. */
export interface RowView extends RowKey, RowLocales {
  cellOf(localeId: number, keyId: string): CellValue | null;
  /** Returns the author of a value. */
  authorOf(cell: CellValue): Actor;
  /** Returns the number of open proposals for a value. */
  proposalsOf(localeId: number, keyId: string): number;
  /**
   * The keys of the row with their plural categories. The category is null for a key without a
   * family.
   */
  keys: readonly { category: PluralCategory | null; id: string }[];
}

export interface RowQuery {
  locales: string[];
  query?: string;
  limit?: number;
  cursor?: string;
  keyIds?: string[];
  around?: string;
}

export interface RowPage extends Page<RowView> {
  /** False if a time limit has shortened the page. The same revision may then give another page. */
  isWhole: boolean;
}

/**
 * Returns a page of rows, or the rows of the requested keys.
 *
 * @throws `validation_failed`; `not_found` for a locale that the project does not have
 */
export async function pageRows(
  deps: Pick<Deps, 'contentReads' | 'concurrency'>,
  principal: Principal,
  state: RowState,
  asked: RowQuery,
  signal: AbortSignal,
): Promise<RowPage> {
  const { project, locales: allLocales } = state;
  const locales = requireRowLocales(project, allLocales, asked.locales);
  const { limit = LIMITS.defaultPageSize } = asked;
  const runOn: RunOn = (read) => deps.contentReads.ofRows(ownerOf(principal), state, read);
  if (asked.around !== undefined || asked.keyIds !== undefined) {
    const rows = await runOn(async (db) =>
      viewRows(db, project, locales, await namedRows(db, project, asked, limit)),
    );
    return { rows, nextCursor: null, limit, isWhole: true };
  }
  const filter = requireFilter(asked.query ?? '', locales, allLocales, project.settings.checks);
  const after = placeOf(asked.cursor);
  const scan = (tx: Db) => scanRows(tx, project.id, filter, { after, limit, signal });
  const view = (db: Db, ids: readonly string[]) => viewRows(db, project, locales, ids);
  const pageOf = ({ rows: ids, next }: ScanResult<string>, rows: RowView[]): RowPage => ({
    rows,
    limit,
    nextCursor: next && encodeCursor(next),
    isWhole: next === null || ids.length === limit,
  });
  if (filter.query.terms.length === 0) {
    return runOn((db) =>
      inScan(db, async (tx) => {
        const found = await scan(tx);
        return pageOf(found, await view(tx, found.rows));
      }),
    );
  }
  const found = await runRowScan(deps, principal, filter, runOn, scan);
  return pageOf(found, await runOn((db) => view(db, found.rows)));
}

/**
 * Returns the ids of the rows that contain the requested keys.
 * @throws `validation_failed`
 */
async function namedRows(
  db: Db,
  { id }: ProjectRow,
  asked: RowQuery,
  limit: number,
): Promise<string[]> {
  const { around, keyIds } = asked;
  const name = around !== undefined ? 'around' : 'keyIds';
  for (const other of ['query', 'cursor', 'keyIds'] as const) {
    if (other !== name && asked[other] !== undefined) {
      failAt(`query/${other}`, `cannot be combined with \`${name}\``);
    }
  }
  if (around === undefined) return findRowIds(db, id, keyIds!);
  const [row] = await findRowIds(db, id, [around]);
  return row === undefined ? [] : findRowsAround(db, id, row, limit);
}

/**
 * Returns the id after which a page begins. The cursor may be the id of a row, which is then the
 * first row of the page.
 */
function placeOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (isUuid(cursor)) return precedingId(cursor);
  const after = readCursor(cursor, /^(.*)$/)[0]!;
  return isUuid(after) ? after : failCursor();
}

function precedingId(id: string): string {
  const number = BigInt(`0x${id.replaceAll('-', '')}`);
  const hex = (number === 0n ? 0n : number - 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function viewRows(
  db: Db,
  { id: projectId }: ProjectRow,
  locales: RowLocales,
  ids: readonly string[],
): Promise<RowView[]> {
  const keys = await readRowKeys(db, projectId, ids);
  const keysOf = ({ id, forms }: RowKey) => forms ?? [{ category: null, id }];
  const keyIds = keys.flatMap((key) => keysOf(key).map(({ id }) => id));
  const localeIds = [...new Set([locales.source, ...locales.asked].map(({ id }) => id))];
  const cells = await readCells(db, projectId, localeIds, keyIds);
  const open = await countOpen(db, projectId, localeIds, keyIds);
  const changeIds = cells.map(({ change_id: id }) => id);
  const authors = await findActors(db, projectId, changeIds);
  const cellAt = byPlace(localeIds, cells);
  const openAt = byPlace(localeIds, open);
  const views = {
    ...locales,
    cellOf: (localeId: number, keyId: string) => cellAt.get(localeId)!.get(keyId) ?? null,
    authorOf: ({ change_id: changeId }: CellValue) => authors.get(changeId)!,
    proposalsOf: (localeId: number, keyId: string) => openAt.get(localeId)!.get(keyId)?.count ?? 0,
  };
  return keys.map((key) => ({ ...key, ...views, keys: keysOf(key) }));
}

/** Groups entries by locale and key. */
function byPlace<Entry extends { locale_id: number; key_id: string }>(
  localeIds: readonly number[],
  entries: readonly Entry[],
): ReadonlyMap<number, ReadonlyMap<string, Entry>> {
  const byLocale = new Map(localeIds.map((id) => [id, new Map<string, Entry>()]));
  for (const entry of entries) byLocale.get(entry.locale_id)!.set(entry.key_id, entry);
  return byLocale;
}
