import { LIMITS } from '@parlance/contracts';
import type { PluralCategory } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { isUuid } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { failAt } from '../../errors.ts';
import { encodeCursor, failCursor, readCursor } from '../../lib/cursor.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import type { Page } from '../paging.ts';
import type { Principal } from '../principal.ts';
import type { ProjectRow } from '../project/project.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { type ValueView, viewValues } from '../value/view-values.ts';
import { type CellValue, findRowIds, type RowKey, readCells, readRowKeys } from './row.store.ts';
import { chooseLocales, type RowFilter, type RowLocales, requireFilter } from './row-filter.ts';
import { indexRows, inRowScan, type RowIndexPart, scanRows } from './row-scan.store.ts';

export type CellView = ValueView & Pick<CellValue, 'is_truncated' | 'checks'>;

/** A key or a plural family with the values of its keys. */
export interface RowView extends RowKey, RowLocales {
  /** Returns the value of a key in a locale. */
  cellOf(localeId: number, keyId: string): CellView | null;
  /** Categories and ids of its keys: of a plain key only one, without a category. */
  keys: readonly { category: PluralCategory | null; id: string }[];
}

export interface RowQuery {
  locales: string[];
  query?: string;
  limit?: number;
  cursor?: string;
  keyIds?: string[];
}

export interface RowPage extends Page<RowView> {
  /** True if the page would be the same in every snapshot with the same revision. */
  isWhole: boolean;
}

const MAX_KEY_IDS = 2_000;

/**
 * Reads a page of rows, or the rows of some keys.
 *
 * @throws `validation_failed`; `not_found` for a locale that the project does not have
 */
export async function pageRows(
  { db, concurrency }: Pick<Deps, 'db' | 'concurrency'>,
  principal: Principal,
  project: ProjectRow,
  allLocales: readonly LocaleRow[],
  asked: RowQuery,
  signal: AbortSignal,
): Promise<RowPage> {
  const locales = chooseLocales(project, allLocales, asked.locales);
  const { keyIds, limit = LIMITS.defaultPageSize } = asked;
  if (keyIds !== undefined) {
    for (const name of ['query', 'cursor'] as const) {
      if (asked[name] !== undefined) failAt(`query/${name}`, 'cannot be combined with `keyIds`');
    }
    const ids = await findRowIds(db, project.id, keyIds);
    const rows = await viewRows(db, project, locales, ids);
    return { rows, nextCursor: null, limit, isWhole: true };
  }
  const filter = requireFilter(asked.query ?? '', locales, allLocales);
  const after = placeOf(asked.cursor);
  const { rows: ids, next } = await ifFiltered(concurrency, principal, filter, () =>
    inRowScan(db, (tx) => scanRows(tx, project.id, filter, { after, limit, signal })),
  );
  return {
    rows: await viewRows(db, project, locales, ids),
    nextCursor: next && encodeCursor(next),
    limit,
    isWhole: next === null || ids.length === limit,
  };
}

/** Reads the id after which a page begins. An anchor is the id of the first row itself. */
function placeOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (isUuid(cursor)) return precedingId(cursor);
  const after = readCursor(cursor, /^(.*)$/)[0]!;
  return isUuid(after) ? after : failCursor();
}

/** Returns the greatest id below one. */
function precedingId(id: string): string {
  const number = BigInt(`0x${id.replaceAll('-', '')}`);
  const hex = (number === 0n ? 0n : number - 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Runs a scan: with a filter, only as many at the same time as a principal may run. */
const ifFiltered = <Result>(
  { scans }: Deps['concurrency'],
  { type, id }: Principal,
  { query }: RowFilter,
  scan: () => Promise<Result>,
): Promise<Result> => (query.terms.length === 0 ? scan() : scans.run(`${type} ${id}`, scan));

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
  const values = await readCells(
    db,
    project.id,
    shown.map(({ id }) => id),
    keys.flatMap((row) => row.keys.map(({ id }) => id)),
  );
  const codes = new Map(shown.map(({ id, code }) => [id, code]));
  // A row shows the name of the key.
  const named = values.map((value) => ({ ...value, key: '' }));
  const views = (await viewValues(db, project, codes, named)) as CellView[];
  const byPlace = new Map(views.map((view) => [`${view.locale_id} ${view.key_id}`, view]));
  const cellOf = (localeId: number, keyId: string) => byPlace.get(`${localeId} ${keyId}`) ?? null;
  return keys.map((key) => ({ ...key, ...locales, cellOf }));
}

export interface RowIndexQuery {
  locales: string[];
  query?: string;
  step?: number;
  cursor?: string;
}

export interface RowIndexView extends Omit<RowIndexPart, 'next'> {
  step: number;
  nextCursor: string | null;
}

const INDEX_CURSOR = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,9})$/;

/**
 * Counts the rows of a filter, or continues to do so, and keeps the positions of every `step`-th.
 *
 * @throws `validation_failed`; `not_found` for a locale that the project does not have
 */
export async function viewRowIndex(
  { db, concurrency }: Pick<Deps, 'db' | 'concurrency'>,
  principal: Principal,
  project: { id: ProjectRef; source_locale_id: number },
  allLocales: readonly LocaleRow[],
  asked: RowIndexQuery,
  signal: AbortSignal,
): Promise<RowIndexView> {
  const locales = chooseLocales(project, allLocales, asked.locales);
  const filter = requireFilter(asked.query ?? '', locales, allLocales);
  const place = asked.cursor === undefined ? null : readCursor(asked.cursor, INDEX_CURSOR);
  const step = asked.step ?? LIMITS.rowPageSize;
  const options = {
    after: place?.[0] ?? null,
    found: Number(place?.[1] ?? 0),
    step,
    maxKeyIds: MAX_KEY_IDS,
    signal,
  };
  const { next, ...part } = await ifFiltered(concurrency, principal, filter, () =>
    inRowScan(db, (tx) => indexRows(tx, project.id, filter, options)),
  );
  return { ...part, step, nextCursor: next && encodeCursor(`${next} ${part.total}`) };
}
