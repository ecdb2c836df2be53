import type pg from 'pg';
import { SQL_STATES } from '../fault.ts';
import { connectClient } from '../pool-client.ts';
import type { Probe } from './troubles.ts';

/** Number of rows that exceeds `work_mem`, so that PostgreSQL writes the rows to disk. */
const SPILLED_ROWS = 1_000;

/**
 * Checks that the database can serve requests. The probe takes a connection, writes a temporary
 * file and commits a record to the write-ahead log. The commit waits for the disk and for a
 * synchronous standby. No data changes.
 */
export const probePool =
  (pool: pg.Pool): Probe =>
  async (step) => {
    const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0;
    step(isFull ? 'connections' : 'away');
    const client = await connectClient(pool);
    let isBroken = false;
    try {
      step('away');
      await client.query('begin');
      const { rows } = await client.query<{ isReadOnly: boolean; hasStandby: boolean }>(
        `select set_config('work_mem', '64kB', true),
                current_setting('transaction_read_only')::bool as "isReadOnly",
                current_setting('synchronous_standby_names') <> '' as "hasStandby"`,
      );
      if (rows[0]!.isReadOnly) throw new ReadOnlyError();
      await client.query(
        `with spilled as materialized (select repeat('x', 1000) from generate_series(1, $1))
         select count(*) from spilled`,
        [SPILLED_ROWS],
      );
      await client.query("select pg_logical_emit_message(true, 'parlance', '')");
      // Without a standby that commits wait for, a commit that takes long waits for a disk.
      if (rows[0]!.hasStandby) step('standby');
      await client.query('commit');
      client.requireConfirmed();
    } catch (error) {
      // Keeps the connection for later probes, because PostgreSQL may be unable to open a new
      // connection while its disk is full.
      await client.query('rollback').catch(() => {
        isBroken = true;
      });
      throw error;
    } finally {
      client.release(isBroken);
    }
  };

class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError';
  readonly code = SQL_STATES.readOnly;

  constructor() {
    super('default_transaction_read_only is on, or the server is in recovery');
  }
}
