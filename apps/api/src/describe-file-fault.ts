const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is below a file',
  EEXIST: 'it is a file',
};

/**
 * Returns the path and the cause of a file system error, as a part of a sentence. Null if the
 * operator cannot solve the problem.
 */
export function describeFileFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const words = code === 'ENOENT' && syscall === 'mkdir' ? 'it cannot be created' : WORDS[code];
  return words === undefined ? null : path === undefined ? words : `${path}: ${words}`;
}
