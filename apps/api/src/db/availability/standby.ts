import { sql } from 'kysely';
import type pg from 'pg';
import { TROUBLES } from './trouble.ts';
import type { Troubles } from './troubles.ts';

/** Minimum time that a commit may wait for its standby. A commit may wait longer if its transaction took longer. */
const PATIENCE_MS = 5_000;
/** The same minimum while the standby is known to be lost, for transactions that had begun before. */
const LOST_PATIENCE_MS = 500;

interface Waiting {
  pid: number;
  /** The statement that the connection runs, which distinguishes one wait from the next. */
  statement: string;
  workMs: number;
}

/** Lists the commits that wait on the service's own connections, not on those of other clients with the same role. */
const WAITING = `
  select pid, pid || ' ' || state_change as statement,
         extract(epoch from state_change - xact_start)::float8 * 1000 as "workMs"
  from pg_stat_activity
  where current_setting('synchronous_standby_names') <> '' and wait_event = 'SyncRep'
    and datname = current_database() and usename = session_user
    and (application_name like 'parlance%' or application_name = current_setting('application_name'))`;

/**
 * Ends waits for a lost standby. PostgreSQL lets a commit wait indefinitely, with its locks and its connection. A
 * cancelled wait leaves the transaction committed, and PostgreSQL warns the client (PostgreSQL's documentation,
 * 27.2.8.4).
 */
export class StandbyWaits {
  readonly #troubles: Troubles;
  #seenMs = new Map<string, number>();

  constructor(troubles: Troubles) {
    this.#troubles = troubles;
  }

  /** Checks the waiting commits once. The caller calls it about every second. */
  async tend(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<Waiting>(WAITING);
    const now = performance.now();
    this.#seenMs = new Map(
      rows.map(({ statement }) => [statement, this.#seenMs.get(statement) ?? now]),
    );
    for (const { pid, statement, workMs } of rows) {
      const { isStandbyLost } = this.#troubles;
      const patienceMs = isStandbyLost ? LOST_PATIENCE_MS : Math.max(PATIENCE_MS, workMs);
      if (now - this.#seenMs.get(statement)! < patienceMs) continue;
      this.#troubles.report(TROUBLES.standby);
      await client.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where pid = $1 and pid || ' ' || state_change = $2 and wait_event = 'SyncRep'`,
        [pid, statement],
      );
    }
  }
}

/**
 * True if a notice of PostgreSQL says that a commit no longer waits for its standby. Compares the routine, because the
 * message is localized.
 */
export const tellsOfUnconfirmedCommit = ({ routine }: { routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN';

/**
 * Added to the tables of a statement, makes its commit wait neither for the disk nor for a standby. Only for data that
 * may be lost in a crash, such as the time of a last use.
 */
export const unsynced = sql<{ synchronous_commit: string }>`
  (select set_config('synchronous_commit', 'off', true))`.as('unsynced');
