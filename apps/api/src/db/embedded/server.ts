import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { readIfThere } from './process-table.ts';
import { type DependentProcess, spawnDependent } from './spawn-dependent.ts';

/** The launcher's log. A pino logger has this shape. */
export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface RunningServer {
  readonly pid: number;
  /** Resolves with the server's last output if the server ends unasked. */
  readonly died: Promise<EmbeddedPostgresError>;
  stop(): Promise<void>;
}

const POLL_MS = 5;
const PROGRESS_MS = 10_000;
/** Grace period in which connections that were just closed end by themselves. */
const DISCONNECT_MS = 1_000;
const STOP_TIMEOUT_MS = 60_000;
const MAX_LAST_LINES = 20;

/** The last line of a start. The status file may say `ready` before this line was read. */
const END_OF_START = 'database system is ready to accept connections';

/** Starts the server and resolves when it accepts connections. */
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
      // The last output may still be in the pipe, which a process that outlives the server may keep open.
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
   * Ends the period in which all lines are kept. Lines of level LOG are dropped at start and shutdown, for which the
   * service logs its own lines.
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
    // DETAIL, HINT and similar lines belong to the line before them.
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
    // There is no time limit, because an interrupted recovery would start again from the beginning.
    if (now - saidAt > PROGRESS_MS) {
      saidAt = now;
      log.info(`PostgreSQL is recovering (${Math.round((now - startedAt) / 1000)} s so far)`);
    }
  }
}

/** Line 1 of postmaster.pid is the pid, and line 8 the status, which a standby has in its own word (PostgreSQL's pidfile.h). */
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
    // A smart shutdown (SIGTERM) waits for connections to end. A fast one would report each of them as FATAL.
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
  // The server must not keep this process alive.
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
