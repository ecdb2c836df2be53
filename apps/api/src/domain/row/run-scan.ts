import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../principal.ts';
import type { RowFilter } from './row-filter.ts';
import { inRowScan } from './row-scan.store.ts';

/** Runs a scan: only as many at the same time as a principal may run. */
export const runScan = <Result>(
  { concurrency }: Pick<Deps, 'concurrency'>,
  { type, id }: Principal,
  scan: () => Promise<Result>,
): Promise<Result> => concurrency.scans.run(`${type} ${id}`, scan);

/** Scans rows in one snapshot. Without conditions a scan reads only the primary key and need not wait. */
export function runRowScan<Result>(
  deps: Pick<Deps, 'db' | 'concurrency'>,
  principal: Principal,
  { query }: RowFilter,
  read: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const scan = () => inRowScan(deps.db, read);
  return query.terms.length === 0 ? scan() : runScan(deps, principal, scan);
}
