/** Messages for faults of the file system that the operator can remove. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is below a file',
  EEXIST: 'it is a file',
};

/** Returns the path of a fault and its cause as half a sentence. Null for other errors. */
export function describeFileFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  // A file system without directories to create (/proc) reports a missing directory.
  const words = code === 'ENOENT' && syscall === 'mkdir' ? 'it cannot be created' : WORDS[code];
  return words === undefined ? null : path === undefined ? words : `${path}: ${words}`;
}
