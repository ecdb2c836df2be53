import { existsSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';
import { isCode, processTable } from './process-table.ts';
import type { EmbeddedLog } from './server.ts';

const ORPHAN_PATIENCE_MS = 2_000;
const UNSEEN_PATIENCE_MS = 10_000;
const ORPHAN_LIMIT_MS = 60_000;

/**
 * Waits until no process runs in the data directory, and removes lock files of a killed server.
 * PostgreSQL's own check of these files is not sufficient, because another process may now have the
 * id in the file.
 */
export async function clearRemains(
  pgdata: string,
  socket: string,
  log: EmbeddedLog,
  { table = processTable, unseenPatienceMs = UNSEEN_PATIENCE_MS } = {},
): Promise<void> {
  const locks = [join(pgdata, 'postmaster.pid'), `${socket}.lock`];
  if (!locks.some((lock) => existsSync(lock))) return;
  const startedAt = performance.now();
  let hasReported = false;
  let asked = false;
  for (;;) {
    const pids = table.findServer(pgdata);
    // If the socket answers although no process is visible, the server runs in another container.
    if (pids.length === 0 && !(await answers(socket))) break;
    const waitedMs = performance.now() - startedAt;
    if (!hasReported && waitedMs > 100) {
      hasReported = true;
      log.info(`Waiting for the previous PostgreSQL in ${pgdata} to stop`);
    }
    if (!asked && waitedMs > ORPHAN_PATIENCE_MS) {
      asked = true;
      for (const pid of pids) signalIfThere(pid, 'SIGINT');
    }
    if (waitedMs > (pids.length === 0 ? unseenPatienceMs : ORPHAN_LIMIT_MS)) {
      throw new EmbeddedPostgresError(
        pids.length === 0
          ? `Another PostgreSQL, possibly in another container, is using ${pgdata}. Stop it, or set DATA_DIR to another directory.`
          : `The previous PostgreSQL in ${pgdata} does not stop (processes ${pids.join(', ')}). End these processes and start again.`,
      );
    }
    await sleep(20);
  }
  for (const remains of [...locks, socket]) rmSync(remains, { force: true });
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isCode(error, 'ESRCH')) throw error;
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false));
    connection.once('close', () => resolve(false));
    connection.on('connect', () => connection.destroy());
  });
}
