import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isErrno, statIfPresent } from './files.ts';

const HEARTBEAT_MS = 5_000;
const STALE_MS = 30_000;
const POLL_MS = 250;

export interface LockOptions {
  readonly signal: AbortSignal;
  /**
   * Called repeatedly while another process holds the lock. If it returns true, the caller no
   * longer needs the lock and stops waiting.
   */
  readonly isDone?: () => Promise<boolean>;
  readonly pollMs?: number;
  readonly staleMs?: number;
}

/**
 * Takes a lock that all processes of this host respect. The lock is a folder, because only one
 * process can create it. The holder keeps renewing the folder's time, and another process takes
 * over a lock that is no longer renewed.
 *
 * In rare cases, two processes hold the lock and do the same work twice. That does no harm, because
 * files are renamed into place at the end.
 * @returns a function that releases the lock. Null if
 * `isDone` returned true first
 */
export async function takeLock(
  path: string,
  options: LockOptions,
): Promise<(() => Promise<void>) | null> {
  const { signal, isDone, pollMs = POLL_MS, staleMs = STALE_MS } = options;
  for (;;) {
    signal.throwIfAborted();
    if (await tryMkdir(path)) return holdLock(path);
    if (isDone !== undefined && (await isDone())) return null;
    if (await isStale(path, staleMs)) {
      await discard(path);
      continue;
    }
    await sleep(pollMs, undefined, { signal });
  }
}

export async function isLocked(path: string, staleMs = STALE_MS): Promise<boolean> {
  const found = await statIfPresent(path);
  return found !== null && Date.now() - found.mtimeMs <= staleMs;
}

function holdLock(path: string): () => Promise<void> {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return async () => {
    clearInterval(heartbeat);
    await rm(path, { recursive: true, force: true });
  };
}

async function tryMkdir(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

async function isStale(path: string, staleMs: number): Promise<boolean> {
  const found = await statIfPresent(path);
  return found !== null && Date.now() - found.mtimeMs > staleMs;
}

/**
 * Renames a stale lock and then deletes it. Only one process can rename it, so no process deletes
 * the new lock of another process.
 */
async function discard(path: string): Promise<void> {
  const grave = `${path}.${randomUUID()}`;
  try {
    await rename(path, grave);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  await rm(grave, { recursive: true, force: true });
}
