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
   * Called repeatedly while another process holds the lock. The caller stops waiting and gets no
   * lock if the function returns true.
   */
  readonly isDone?: () => Promise<boolean>;
  readonly pollMs?: number;
  readonly staleMs?: number;
}

/**
 * Takes a lock that all processes of this host respect. The lock is a folder, because only one
 * process can create a folder. The holder keeps renewing the folder's time, and another process
 * takes over a lock that is no longer renewed. Two holders at once only do duplicate work, because
 * files are renamed into place at the end.
 * @returns a function that releases the lock, or null if `isDone` returned true first
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
    // The lock was taken over or deleted by hand, so it cannot be renewed.
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
 * Renames a stale lock before deleting it. Only one process can rename it, so no process deletes a
 * new lock.
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
