import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { readIfThere } from './process-table.ts';
import { type DependentProcess, spawnDependent } from './spawn-dependent.ts';

export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface RunningServer {
  readonly pid: number;
  /** Resolves with the last output of the server if the server ends without being stopped. */
  readonly died: Promise<EmbeddedPostgresError>;
  stop(): Promise<void>;
}

const POLL_MS = 5;
const PROGRESS_MS = 10_000;
const DISCONNECT_MS = 1_000;
const STOP_TIMEOUT_MS = 60_000;
const MAX_LAST_LINES = 20;

const END_OF_START = 'database system is ready to accept connections';

export async function launchServer(
  options: { program: string; pgdata: string; configuration: string; account: Account | null },
  log: EmbeddedLog,
): Promise<RunningServer> {
  const { program, pgdata, configuration, account } = options;
  const args = ['-D', pgdata, '-c', `config_file=${configuration}`];
  const child = spawnDependent(program, args, account);
  const words = listenTo(child.stderr, log);
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const closed = new Promise((done) => child.once('close', done));
      void Promise.race([closed, sleep(500, undefined, { ref: false })]).then(() =>
        resolve([signal ?? `exit code ${code}`, ...words.last].join('\n')),
      );
    });
  });
  await waitUntilReady(child, pgdata, ended, log);
  return supervise(child, ended, words, log);
}

interface LastWords {
  readonly last: readonly string[];
  /**
   * Marks the start of the shutdown. After this call, lines with the level LOG are not logged,
   * because the service logs its own shutdown.
   */
  endReport(): void;
}

function listenTo(stderr: Readable, log: EmbeddedLog): LastWords {
  const last: string[] = [];
  let phase: 'starts' | 'runs' | 'ends' = 'starts';
  let level = 'LOG';
  createInterface({ input: stderr }).on('line', (line) => {
    last.push(line);
    if (last.length > MAX_LAST_LINES) last.shift();
    // Lines such as DETAIL and HINT belong to the preceding line.
    level = /^(LOG|FATAL|PANIC|WARNING|ERROR): /.exec(line)?.[1] ?? level;
    if (level !== 'LOG') log.warn(`PostgreSQL: ${line}`);
    else if (phase === 'runs') log.info(`PostgreSQL: ${line}`);
    else if (phase === 'starts' && line.endsWith(END_OF_START)) phase = 'runs';
  });
  return {
    last,
    endReport() {
      phase = 'ends';
    },
  };
}

async function waitUntilReady(
  child: DependentProcess,
  pgdata: string,
  ended: Promise<string>,
  log: EmbeddedLog,
): Promise<void> {
  let failure: string | null = null;
  const failed = ended.then((outcome) => {
    failure = outcome;
  });
  const startedAt = performance.now();
  let saidAt = startedAt;
  for (;;) {
    await Promise.race([failed, sleep(POLL_MS)]);
    if (failure !== null) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start: ${failure}`);
    }
    if (isReady(pgdata, child.pid)) return;
    const now = performance.now();
    // The start has no time limit, because an interrupted recovery would begin again from scratch.
    if (now - saidAt > PROGRESS_MS) {
      saidAt = now;
      log.info(`PostgreSQL is recovering (${Math.round((now - startedAt) / 1000)} s so far)`);
    }
  }
}

/**
 * True if the server accepts connections. Line 1 of postmaster.pid is the process id, and line 8 is
 * the status (PostgreSQL's pidfile.h).
 */
function isReady(pgdata: string, pid: number): boolean {
  const lines = readIfThere(join(pgdata, 'postmaster.pid'))?.split('\n') ?? [];
  return Number(lines[0]) === pid && /^(ready|standby) *$/.test(lines[7] ?? '');
}

function supervise(
  child: DependentProcess,
  ended: Promise<string>,
  words: LastWords,
  log: EmbeddedLog,
): RunningServer {
  let stopping: Promise<void> | null = null;
  const died = new Promise<EmbeddedPostgresError>((resolve) => {
    void ended.then((outcome) => {
      if (stopping === null) {
        resolve(new EmbeddedPostgresError(`PostgreSQL exited unexpectedly: ${outcome}`));
      }
    });
  });
  const stop = async (): Promise<void> => {
    child.ref();
    words.endReport();
    // Requests a smart shutdown (SIGTERM), which waits for connections to end. A fast shutdown
    // would log each connection as FATAL.
    child.kill('SIGTERM');
    const timers = [
      setTimeout(() => child.kill('SIGINT'), DISCONNECT_MS),
      setTimeout(() => {
        log.warn(
          `PostgreSQL did not stop within ${STOP_TIMEOUT_MS / 1000} s: stopping it immediately`,
        );
        child.kill('SIGQUIT');
      }, STOP_TIMEOUT_MS),
    ];
    await ended;
    for (const timer of timers) clearTimeout(timer);
  };
  child.unref();
  for (const stream of [child.stdin, child.stderr]) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
  return {
    pid: child.pid,
    died,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
