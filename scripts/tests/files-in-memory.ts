import { existsSync, statfsSync } from 'node:fs';

/** Linux keeps its files in memory. */
const MEMORY = '/dev/shm';
/** Several times of what a run needs at once. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Keeps the temporary files of this process and of those that it starts in memory, if there is room: a database
 * consists of hundreds of files, and most test files create one. A TMPDIR that is set stays.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= ROOM_BYTES) process.env.TMPDIR = MEMORY;
}
