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
   * Called repeatedly while another process holds the lock. If the function returns true, the
   * caller stops waiting and does not get the lock.
   */
  readonly isDone?: () => Promise<boolean>;
  readonly pollMs?: number;
  readonly staleMs?: number;
}

/**
 * Takes a lock that all processes of this host respect. The lock is a folder, because only one
 * process can create it. Its holder renews the folder's time. If the lock is not renewed, its
 * holder has probably ended, and another process takes the lock over. The lock only prevents
 * duplicate work. Files are correct without it, because they are renamed into place at the end. It
 * does no harm if two processes take over the same stale lock at once.
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

/** True if any process holds the lock. */
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
 * Moves a stale lock away before deleting it. If several processes see the same stale lock, only
 * one of them moves it, and none deletes a new lock.
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
