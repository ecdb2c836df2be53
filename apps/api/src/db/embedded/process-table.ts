import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The source of facts about processes: /proc on Linux, ps(1) elsewhere. */
export interface ProcessTable {
  /** Tells a process from a later one with the same pid; null if none runs (a zombie does not). */
  identify(pid: number): string | null;
  /** The processes of a PostgreSQL server that lives in this data directory. */
  findServer(pgdata: string): number[];
}

export const procTable: ProcessTable = {
  identify(pid) {
    const stat = readIfThere(`/proc/${pid}/stat`);
    if (stat === null) return null;
    // proc(5): the name in parentheses may hold anything; field 3 is the state, field 22 the start
    // in ticks since boot. The boot id tells two boots of one machine image apart.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0] ?? '';
    if (state === 'Z' || state === 'X') return null;
    return `${readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? ''} ${fields[19]}`;
  },
  findServer(pgdata) {
    const directory = realpathSync(pgdata);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && readWorkingDirectory(name) === directory)
      .map(Number);
  },
};

export const psTable: ProcessTable = {
  identify(pid) {
    const line = runPs(pid, ['-o', 'stat=', '-o', 'lstart=']);
    const [state, ...start] = line.split(/\s+/);
    return !state || state.startsWith('Z') ? null : start.join(' ');
  },
  findServer(pgdata) {
    // Without /proc only the postmaster can be told, by its own lock file. PostgreSQL itself still
    // refuses to start over backends that outlived it, by its shared memory segment.
    const pid = readPostmasterPid(pgdata);
    if (pid === null || this.identify(pid) === null) return [];
    return basename(runPs(pid, ['-o', 'comm='])).startsWith('postgres') ? [pid] : [];
  },
};

export const processTable: ProcessTable = existsSync('/proc/self/stat') ? procTable : psTable;

/**
 * The first line of postmaster.pid, which PostgreSQL removes when it ends in order. Null while the
 * file is there but empty: a signal to the process 0 would go to the whole group of the sender.
 */
export function readPostmasterPid(pgdata: string): number | null {
  const pid = Number.parseInt(readIfThere(join(pgdata, 'postmaster.pid')) ?? '', 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // ESRCH: the process ended between the opening and the reading of its file.
    if (isCode(error, 'ENOENT', 'ESRCH')) return null;
    throw error;
  }
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function readWorkingDirectory(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    // A process that ended, a zombie or another account's process is not our server.
    if (isCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return null;
    throw error;
  }
}

function runPs(pid: number, columns: string[]): string {
  try {
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('ps', [...columns, '-p', String(pid)], {
      env,
      stdio,
      encoding: 'utf8',
    }).trim();
  } catch (error) {
    // ps exits with 1 when no such process runs.
    if (error instanceof Error && 'status' in error && error.status === 1) return '';
    throw error;
  }
}
