import { LIMITS } from '@parlance/contracts';
import type { PluralCategory } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { isUuid } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { failAt } from '../../../errors.ts';
import { encodeCursor, failCursor, readCursor } from '../../../lib/cursor.ts';
import { type ValueView, viewValues } from '../../content/index.ts';
import { inScan, ownerOf, type Page, type Principal, type ScanResult } from '../../kernel/index.ts';
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

export type CellView = ValueView & Pick<CellValue, 'is_truncated' | 'checks'>;

/** A row of the editor: a key or plural family, with the values of its keys. */
export interface RowView extends RowKey, RowLocales {
  cellOf(localeId: number, keyId: string): CellView | null;
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

/** Returns the ids of the rows that contain the requested keys. @throws `validation_failed` */
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
  project: ProjectRow,
  locales: RowLocales,
  ids: readonly string[],
): Promise<RowView[]> {
  const keys = (await readRowKeys(db, project.id, ids)).map((key) => ({
    ...key,
    keys: key.forms ?? [{ category: null, id: key.id }],
  }));
  const shown = [...new Set([locales.source, ...locales.asked])];
  const keyIds = keys.flatMap((row) => row.keys.map(({ id }) => id));
  const localeIds = shown.map(({ id }) => id);
  const values = await readCells(db, project.id, localeIds, keyIds);
  const open = await countOpen(db, project.id, localeIds, keyIds);
  const codes = new Map(shown.map(({ id, code }) => [id, code]));
  const named = values.map((value) => ({ ...value, key: '' }));
  const views = (await viewValues(db, project, codes, named)) as CellView[];
  const byPlace = new Map(views.map((view) => [`${view.locale_id} ${view.key_id}`, view]));
  const cellOf = (localeId: number, keyId: string) => byPlace.get(`${localeId} ${keyId}`) ?? null;
  const counts = new Map(
    open.map(({ locale_id, key_id, count }) => [`${locale_id} ${key_id}`, count]),
  );
  const proposalsOf = (localeId: number, keyId: string) => counts.get(`${localeId} ${keyId}`) ?? 0;
  return keys.map((key) => ({ ...key, ...locales, cellOf, proposalsOf }));
}
