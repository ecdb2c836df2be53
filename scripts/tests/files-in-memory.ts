import { existsSync, statfsSync } from 'node:fs';

/** A file system in memory on Linux. */
const MEMORY = '/dev/shm';
/** Minimum free space in bytes. It is several times the space that a run needs. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Stores the temporary files of this process and its child processes in memory if there is enough space: a database
 * consists of hundreds of files, and most test files create one. Does not change a TMPDIR that is already set.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= ROOM_BYTES) process.env.TMPDIR = MEMORY;
}
