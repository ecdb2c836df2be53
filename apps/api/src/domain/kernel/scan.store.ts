import type { Db } from '../../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../../db/fault.ts';
import { NIL_ID } from '../../db/ids/uuid.ts';
import { JOIN_SLICES } from '../../db/statements/plan-hints.ts';
import { readWith, setLocally } from '../../db/statements/read-with.ts';
import { fail } from '../../errors.ts';

const FIRST_SLICE_ROWS = 1_000;
const MAX_SLICE_ROWS = 20_000;
/** Maximum number of rows that are examined for one page. */
export const SCAN_ROWS = 1_000_000;
/** Maximum time in milliseconds that a scan spends on one page. */
export const SCAN_MS = 700;

/** Reads rows in a range of ids, in ascending or descending order. */
export interface Scan<Row> {
  /** Returns the id of the row that follows `after` by `rows` rows. Null if fewer rows follow. */
  findEnd(after: string, rows: number): Promise<string | null>;
  /** Returns at most `limit` matching rows, after the id `after` and up to the id `end`. */
  read(after: string, end: string | null, limit: number): Promise<Row[]>;
  idOf(row: Row): string;
}

export interface ScanResult<Row> {
  rows: Row[];
  /** Id after which the next page starts. Null if no rows follow. */
  next: string | null;
  looked: number;
}

export interface ScanOptions {
  after: string | null;
  limit: number;
  budget?: number;
  maxMs?: number;
  signal: AbortSignal;
}

/**
 * Timeout of a statement in milliseconds. A statement takes this long only if the database has a
 * problem.
 */
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Reads a page of rows for a filter that no index supports. Each statement examines a limited
 * number of rows in the order of the primary key. After `budget` rows or `maxMs`, the page ends
 * early, and the next page continues.
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
 * Runs `read` in one snapshot, with a timeout for each statement. If `db` is a transaction, `read`
 * runs in it.
 * @throws `service_unavailable`
 */
export const inScan = <Result>(db: Db, read: (tx: Db) => Promise<Result>): Promise<Result> =>
  scanWith(db, {}, read);

/**
 * Does the same as {@link inScan} for joins of several tables. PostgreSQL merges these tables in
 * the order of the keys.
 */
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
