import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Information about running processes, from /proc on Linux and from ps(1) on other systems. */
export interface ProcessTable {
  /**
   * Returns a string that identifies a process even after its id is reused. Returns null if the
   * process has ended or is a zombie.
   */
  identify(pid: number): string | null;
  /** Returns the ids of the PostgreSQL processes that run in the data directory. */
  findServer(pgdata: string): number[];
}

export const procTable: ProcessTable = {
  identify(pid) {
    const stat = readIfThere(`/proc/${pid}/stat`);
    if (stat === null) return null;
    // Skips the name in parentheses, which may contain any character. Field 3 is the state, and
    // field 22 is the start time in ticks since boot (proc(5)).
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
    const pid = readPostmasterPid(pgdata);
    if (pid === null || this.identify(pid) === null) return [];
    return basename(runPs(pid, ['-o', 'comm='])).startsWith('postgres') ? [pid] : [];
  },
};

export const processTable: ProcessTable = existsSync('/proc/self/stat') ? procTable : psTable;

/**
 * Returns the process id in the first line of postmaster.pid. Returns null if the line contains no positive number,
 * because a signal to process 0 would reach the sender's whole process group.
 */
export function readPostmasterPid(pgdata: string): number | null {
  const pid = Number.parseInt(readIfThere(join(pgdata, 'postmaster.pid')) ?? '', 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
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
    // ps exits with 1 if the process does not exist.
    if (error instanceof Error && 'status' in error && error.status === 1) return '';
    throw error;
  }
}
