import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** USER_HZ, which is 100 on every Linux that Node supports. */
const TICKS_A_SECOND = 100;

/** Returns the memory of a process and its descendants in MB, with shared pages counted once. */
export const totalMbOf = (pid: number): number =>
  familyOf(pid).reduce((sum, id) => sum + pssMbOf(id), 0);

/** Returns the processor time in ms of a process and of all processes that it has started so far. */
export const totalCpuMsOf = (pid: number): number =>
  familyOf(pid).reduce((sum, id) => sum + cpuMsOf(id), 0);

/** Returns the peak memory of a process since {@link resetPeakOf}, or NaN if it is unknown. */
export function peakMbOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  return peakMbIn(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

/**
 * Returns the peak memory from the text of a process's `status` file, see proc(5). `maxRSS` of getrusage(2) would
 * include the memory of the parent process.
 */
export const peakMbIn = (status: string): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;

/** Resets the peak to the current memory. Value 5 of `clear_refs`, see proc(5). */
export function resetPeakOf(pid: number): void {
  if (process.platform !== 'linux') return;
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Returns a process and its descendants. */
function familyOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  const family = [pid];
  for (const parent of family) family.push(...childrenOf(parent));
  return family;
}

/** Returns the running child processes of a process. Linux only; returns none elsewhere. */
export const childrenOf = (pid: number): number[] =>
  threadsOf(pid).flatMap((thread) => {
    const children = readProc(pid, `task/${thread}/children`) ?? '';
    return children.trim().split(' ').filter(Boolean).map(Number);
  });

/** Returns the proportional set size of a process in MB: the size of a shared page is divided among its processes. */
const pssMbOf = (pid: number): number => rollupMbOf(pid, 'Pss');

/** Returns the resident set size of a process in MB, including shared pages. */
export const rssMbOf = (pid: number): number => rollupMbOf(pid, 'Rss');

function rollupMbOf(pid: number, what: 'Pss' | 'Rss'): number {
  const rollup = readProc(pid, 'smaps_rollup');
  const line = rollup?.split('\n').find((one) => one.startsWith(`${what}:`));
  return line === undefined ? 0 : Number(/\d+/.exec(line)?.[0]) / 1024;
}

/**
 * Returns the processor time of a process and its ended children: fields 14 to 17 of `stat`, see proc(5). The fields
 * follow the name in parentheses.
 */
function cpuMsOf(pid: number): number {
  const stat = readProc(pid, 'stat');
  if (stat === null) return 0;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1000) / TICKS_A_SECOND;
}

/** Returns the parent of a process (field 4 of `stat`), or null if there is no such process. */
export function parentOf(pid: number): number | null {
  const stat = process.platform === 'linux' ? readProc(pid, 'stat') : null;
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Returns the text of a file in `/proc`, or null if the process has ended. */
function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (hasEnded(error)) return null;
    throw error;
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    if (hasEnded(error)) return [];
    throw error;
  }
}

const hasEnded = (error: unknown): boolean =>
  ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
