import { chownSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts';
import {
  copyCluster,
  execute,
  makeTestDirectory,
  queryRows,
  seedCluster,
  startPostgresIn,
  type TestPostgres,
} from './postgres.ts';

/** A primary and a hot standby that streams from it. */
export interface ReplicatedPostgres {
  readonly primary: TestPostgres;
  readonly standby: TestPostgres;
  /** Makes the standby receive changes without applying them. */
  hold(): Promise<void>;
  /** Makes the standby apply the received changes, and continue. */
  release(): Promise<void>;
  /** Sets how long readers of the standby may delay conflicting changes. -1 means without a limit. */
  setPatience(ms: number): Promise<void>;
  /** Waits until the standby has applied the current state of the primary. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Commits are replicated immediately. The files do not need to survive a power loss. */
const REPLICATED = {
  wal_level: 'replica',
  max_wal_senders: 4,
  synchronous_commit: true,
  hot_standby: true,
  // Only tests may cause recovery conflicts.
  autovacuum: false,
};

/** Starts both servers on copies of one cluster. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const [primaryDir, standbyDir] = [makeTestDirectory(), makeTestDirectory()];
  await seedCluster(primaryDir);
  // The log must start with data that a standby can follow.
  const first = await startEmbeddedPostgres({ dataDir: primaryDir, settings: REPLICATED });
  await first.stop();
  copyCluster(primaryDir, standbyDir);
  markAsStandby(standbyDir);
  const primary = await startPostgresIn(primaryDir, REPLICATED);
  const standby = await startPostgresIn(standbyDir, {
    ...REPLICATED,
    max_standby_streaming_delay: -1,
    primary_conninfo: `host=${primary.host} user=${primary.user} application_name=standby`,
  });
  // Recovery can cancel each of these statements.
  const of = (statement: string) =>
    eventually(() => queryRows(standby.connectionString, statement));
  return {
    primary,
    standby,
    async hold() {
      await of('select pg_wal_replay_pause()');
      await eventually(async () =>
        expect(await of('select pg_get_wal_replay_pause_state() as state')).toEqual([
          { state: 'paused' },
        ]),
      );
    },
    async release() {
      await of('select pg_wal_replay_resume()');
    },
    async setPatience(ms) {
      await of(`alter system set max_standby_streaming_delay = ${ms}`);
      await of('select pg_reload_conf()');
      await eventually(async () =>
        expect(
          await of(`select setting from pg_settings where name = 'max_standby_streaming_delay'`),
        ).toEqual([{ setting: `${ms}` }]),
      );
    },
    async caughtUp() {
      const [now] = await queryRows(
        primary.connectionString,
        'select pg_current_wal_insert_lsn()::text as position',
      );
      // The message is flushed to disk, so that it is sent.
      await execute(primary.connectionString, "select pg_logical_emit_message(true, 'test', '')");
      await eventually(async () =>
        expect(
          await of(`select pg_last_wal_replay_lsn() >= '${now!.position}'::pg_lsn as is_there`),
        ).toEqual([{ is_there: true }]),
      );
    },
    async stop() {
      await standby.stop();
      await primary.stop();
    },
  };
}

/** Creates the file that makes a server a standby (PostgreSQL documentation, 26.2.4). */
function markAsStandby(dataDir: string): void {
  const root = join(dataDir, 'postgres');
  const pgdata = join(root, readdirSync(root).find((name) => /^pg\d+$/.test(name))!);
  const file = join(pgdata, 'standby.signal');
  writeFileSync(file, '');
  const { uid, gid } = statSync(pgdata);
  chownSync(file, uid, gid);
}
