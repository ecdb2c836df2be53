import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** USER_HZ, which is 100 wherever Node runs on Linux. */
const TICKS_A_SECOND = 100;

/** Returns the memory of a process and its descendants in MB, with shared pages counted once. */
export const totalMbOf = (pid: number): number =>
  familyOf(pid).reduce((sum, id) => sum + pssMbOf(id), 0);

/** Processor time of a process and all that it started so far, in ms. */
export const totalCpuMsOf = (pid: number): number =>
  familyOf(pid).reduce((sum, id) => sum + cpuMsOf(id), 0);

/** Most memory that a process has held since {@link resetPeakOf}; NaN if that is not known. */
export function peakMbOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  return peakMbIn(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

/**
 * Most memory that a process has held, by the text of its `status` in proc(5). `maxRSS` of getrusage(2) would begin with
 * the memory of the process that started it.
 */
export const peakMbIn = (status: string): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;

/** proc(5), clear_refs: 5 sets the peak to what is held now. */
export function resetPeakOf(pid: number): void {
  if (process.platform !== 'linux') return;
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** A process and its descendants, as proc(5) has them. */
function familyOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  const family = [pid];
  for (const parent of family) family.push(...childrenOf(parent));
  return family;
}

/** The processes that a process started and that still run. Linux only; none elsewhere. */
export const childrenOf = (pid: number): number[] =>
  threadsOf(pid).flatMap((thread) => {
    const children = readProc(pid, `task/${thread}/children`) ?? '';
    return children.trim().split(' ').filter(Boolean).map(Number);
  });

/** Proportional set size of a process in MB: pages that several processes share are divided among them. */
export const pssMbOf = (pid: number): number => rollupMbOf(pid, 'Pss');

/** Resident set size of a process in MB, with all pages that it shares with others. */
export const rssMbOf = (pid: number): number => rollupMbOf(pid, 'Rss');

function rollupMbOf(pid: number, what: 'Pss' | 'Rss'): number {
  const rollup = readProc(pid, 'smaps_rollup');
  const line = rollup?.split('\n').find((one) => one.startsWith(`${what}:`));
  return line === undefined ? 0 : Number(/\d+/.exec(line)?.[0]) / 1024;
}

/** Fields 14 to 17 of proc(5)'s stat, which is after the name in parentheses: own and of ended children. */
function cpuMsOf(pid: number): number {
  const stat = readProc(pid, 'stat');
  if (stat === null) return 0;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1000) / TICKS_A_SECOND;
}

/** The process that started another one, by field 4 of its stat. Null if there is no such process here. */
export function parentOf(pid: number): number | null {
  const stat = process.platform === 'linux' ? readProc(pid, 'stat') : null;
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Processor time of all processes of this machine, and time in which its cores had nothing to do, in ms. */
export function machineMs(): { busy: number; idle: number } {
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0]!;
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const idle = ticks[3]! + ticks[4]!;
  const ms = 1000 / TICKS_A_SECOND;
  return { busy: (ticks.reduce((sum, own) => sum + own, 0) - idle) * ms, idle: idle * ms };
}

/** Null if the process has ended meanwhile. */
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
