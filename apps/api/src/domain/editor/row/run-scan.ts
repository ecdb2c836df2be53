import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { inJoinedScan, inScan, type Principal } from '../../kernel/index.ts';
import type { RowFilter } from './row-filter.ts';

/**
 * Runs a scan. Each user or API key, and each organization, can run only a limited number of scans
 * at the same time.
 */
export const runScan = <Result>(
  { concurrency }: Pick<Deps, 'concurrency'>,
  { type, id, organizationId }: Principal,
  scan: () => Promise<Result>,
): Promise<Result> =>
  concurrency.scans.run(`${type} ${id}`, () =>
    concurrency.scanners.run(scan, { name: organizationId }),
  );

/** Runs a read on a database server, which is the primary or a standby. */
export type RunOn = <Result>(read: (db: Db) => Promise<Result>) => Promise<Result>;

/** Scans rows in one snapshot. A scan without conditions is cheap, and is not limited. */
export function runRowScan<Result>(
  deps: Pick<Deps, 'concurrency'>,
  principal: Principal,
  { query }: RowFilter,
  runOn: RunOn,
  read: (tx: Db) => Promise<Result>,
): Promise<Result> {
  if (query.terms.length === 0) return runOn((db) => inScan(db, read));
  return runScan(deps, principal, () => runOn((db) => inJoinedScan(db, read)));
}
