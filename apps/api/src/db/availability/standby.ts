import { sql } from 'kysely';
import type pg from 'pg';
import { TROUBLES } from './trouble.ts';
import type { Troubles } from './troubles.ts';

/** Minimum time that a commit may wait for its standby; it may wait as long as the transaction took. */
const PATIENCE_MS = 5_000;
/** The same while the standby is known to be lost, for transactions that had already begun. */
const LOST_PATIENCE_MS = 500;

interface Waiting {
  pid: number;
  /** Changes with each statement of the connection. */
  statement: string;
  workMs: number;
}

/** Waits of the service's own connections, not of other clients with the same role. */
const WAITING = `
  select pid, pid || ' ' || state_change as statement,
         extract(epoch from state_change - xact_start)::float8 * 1000 as "workMs"
  from pg_stat_activity
  where current_setting('synchronous_standby_names') <> '' and wait_event = 'SyncRep'
    and datname = current_database() and usename = session_user
    and (application_name like 'parlance%' or application_name = current_setting('application_name'))`;

/**
 * Ends waits for a standby that is lost. PostgreSQL itself lets a commit wait indefinitely, with its locks and
 * its connection; one that is cancelled stays committed, and its client is told so by a warning
 * (PostgreSQL's documentation, 27.2.8.4).
 */
export class StandbyWaits {
  readonly #troubles: Troubles;
  #seenMs = new Map<string, number>();

  constructor(troubles: Troubles) {
    this.#troubles = troubles;
  }

  /** Looks once; to be called every second or so. */
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
 * True if a notice of PostgreSQL says that a commit no longer waits for its standby. Its words are
 * localized.
 */
export const tellsOfUnconfirmedCommit = ({ routine }: { routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN';

/**
 * Add to the tables of a statement: its commit then waits neither for the disk nor for a standby. Only for data that
 * may be lost with the server, such as the time of a last use.
 */
export const unsynced = sql<{ synchronous_commit: string }>`
  (select set_config('synchronous_commit', 'off', true))`.as('unsynced');
