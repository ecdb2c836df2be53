import type { Db } from '../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../db/fault.ts';
import { NIL_ID } from '../db/ids/uuid.ts';
import { JOIN_SLICES } from '../db/statements/plan-hints.ts';
import { readWith, setLocally } from '../db/statements/read-with.ts';
import { fail } from '../errors.ts';

/** Number of rows that one statement examines: at first, and at most. */
const FIRST_SLICE_ROWS = 1_000;
const MAX_SLICE_ROWS = 20_000;
/** Maximum number of rows that are examined for one page, as many as a large project has. */
export const SCAN_ROWS = 1_000_000;
/** Maximum time for one page, so that a reader waits a second at most. */
export const SCAN_MS = 700;

/** Reads the rows in one range of ids, in order, or in reverse order from the last id. */
export interface Scan<Row> {
  /** Returns the id of the `rows`-th row after `after`, or null if there are fewer. */
  findEnd(after: string, rows: number): Promise<string | null>;
  /** Returns at most `limit` rows that pass the filter, after `after` and up to `end`. */
  read(after: string, end: string | null, limit: number): Promise<Row[]>;
  idOf(row: Row): string;
}

export interface ScanResult<Row> {
  rows: Row[];
  /** Id of the last examined row, or of the last returned one. Null at the end. */
  next: string | null;
  looked: number;
}

export interface ScanOptions {
  after: string | null;
  limit: number;
  /** Maximum number of rows to examine. */
  budget?: number;
  maxMs?: number;
  signal: AbortSignal;
}

/** Timeout of one statement, which examines one slice. Only a database in trouble takes that long. */
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Reads a page through a filter that no index serves. It follows the primary key in slices, so that each statement is
 * short with any filter, and stops after `budget` rows or `maxMs`. The page is then short, and the next page continues
 * from there. A page deep in the list costs as much as the first one.
 */
export async function scanPage<Row>(
  scan: Scan<Row>,
  options: ScanOptions,
): Promise<ScanResult<Row>> {
  const { limit, budget = SCAN_ROWS, maxMs = SCAN_MS, signal } = options;
  const startedAt = performance.now();
  const rows: Row[] = [];
  const start = options.after ?? NIL_ID;
  let after = start;
  let looked = 0;
  for (let size = FIRST_SLICE_ROWS; ; size = Math.min(size * 4, MAX_SLICE_ROWS)) {
    const end = await scan.findEnd(after, size);
    rows.push(...(await scan.read(after, end, limit + 1 - rows.length)));
    if (rows.length > limit) {
      rows.length = limit;
      return { rows, next: limit === 0 ? start : scan.idOf(rows[limit - 1]!), looked };
    }
    if (end === null) return { rows, next: null, looked };
    after = end;
    looked += size;
    const isOver = looked >= budget || performance.now() - startedAt >= maxMs;
    if (isOver || signal.aborted) return { rows, next: after, looked };
  }
}

/**
 * Reads in one snapshot, which is that of a transaction of the caller's, with a time limit for each statement.
 *
 * @throws `service_unavailable`
 */
export const inScan = <Result>(db: Db, read: (tx: Db) => Promise<Result>): Promise<Result> =>
  scanWith(db, {}, read);

/** Reads as {@link inScan} does, for slices of several tables, which are joined in the order of their keys. */
export const inJoinedScan = <Result>(db: Db, read: (tx: Db) => Promise<Result>): Promise<Result> =>
  scanWith(db, JOIN_SLICES, read);

async function scanWith<Result>(
  db: Db,
  settings: Readonly<Record<string, string>>,
  read: (tx: Db) => Promise<Result>,
): Promise<Result> {
  try {
    const all = { statement_timeout: `${STATEMENT_TIMEOUT_MS}ms`, ...settings };
    if (db.isTransaction) return await readWith(db, all, read);
    return await db
      .transaction()
      .setAccessMode('read only')
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await setLocally(tx, all);
        return read(tx);
      });
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATES.queryCanceled) throw error;
    return fail('service_unavailable', 'The search took too long. Narrow it, or try again.', {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
}
