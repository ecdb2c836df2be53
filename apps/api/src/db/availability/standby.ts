import { sql } from 'kysely';
import type pg from 'pg';
import { TROUBLES } from './trouble.ts';
import type { Troubles } from './troubles.ts';

/**
 * Time in milliseconds after which a commit no longer waits for the standby. For a long
 * transaction, the commit may wait as long as the transaction has taken.
 */
const PATIENCE_MS = 5_000;
/**
 * Time in milliseconds after which a commit no longer waits for a standby that is known to be lost.
 */
const LOST_PATIENCE_MS = 500;

interface Waiting {
  pid: number;
  statement: string;
  workMs: number;
}

/** Asks whether commits can wait at all. It runs every second, and takes a fifth of the time of {@link WAITING}. */
const CAN_WAIT = `select current_setting('synchronous_standby_names') <> '' as "canWait"`;

/**
 * Lists the connections of this service whose commit is waiting for the standby. Connections of
 * other programs with the same role are left out.
 */
const WAITING = `
  select pid, pid || ' ' || state_change as statement,
         extract(epoch from state_change - xact_start)::float8 * 1000 as "workMs"
  from pg_stat_activity
  where wait_event = 'SyncRep'
    and datname = current_database() and usename = session_user
    and (application_name like 'parlance%' or application_name = current_setting('application_name'))`;

/**
 * Ends waits for a lost standby. PostgreSQL would let a commit wait indefinitely and keep its
 * locks. After a cancelled wait, the transaction is committed, and PostgreSQL warns the client
 * (PostgreSQL's documentation, 27.2.8.4).
 */
export class StandbyWaits {
  readonly #troubles: Troubles;
  #seenMs = new Map<string, number>();

  constructor(troubles: Troubles) {
    this.#troubles = troubles;
  }

  async tend(client: pg.ClientBase): Promise<void> {
    const setting = await client.query<{ canWait: boolean }>(CAN_WAIT);
    const rows = setting.rows[0]!.canWait ? (await client.query<Waiting>(WAITING)).rows : [];
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
 * True if a notice of PostgreSQL says that the standby did not confirm a commit. The routine name
 * is compared, because the message is localized.
 */
export const tellsOfUnconfirmedCommit = ({ routine }: { routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN';

/**
 * An expression for the `from` clause of a statement. With this expression, the commit of the
 * statement does not wait for the disk or a standby. Use it only for data that a crash may lose,
 * such as the time of an API key's last use.
 */
export const unsynced = sql<{ synchronous_commit: string }>`
  (select set_config('synchronous_commit', 'off', true))`.as('unsynced');
