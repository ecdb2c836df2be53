import { LIMITS } from '@parlance/contracts';

/** Maximum number of folders in a path, plus one for the file. */
const MAX_DEPTH = 33;

/** Returns the reason why a path is unsafe on some operating system. Null for a safe path. */
export function faultOfPath(path: string): string | null {
  if (path === '') return 'has no name';
  if (path.length > LIMITS.filePathLength) {
    return `has more than ${LIMITS.filePathLength} characters`;
  }
  const names = path.split('/');
  if (names.length > MAX_DEPTH) return `is in more than ${MAX_DEPTH - 1} folders`;
  if (names.some(({ length }) => length > LIMITS.fileNameLength)) {
    return `has a name of more than ${LIMITS.fileNameLength} characters`;
  }
  if (/\p{Cc}/u.test(path)) return 'has a control character in its name';
  if (path.includes('\\')) return 'has a backslash in its name; separate folders with a slash';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is an absolute path';
  if (names.includes('..')) return 'leads out of the folder';
  if (names.some((name) => name === '' || name === '.')) return 'has a folder without a name';
  return null;
}
