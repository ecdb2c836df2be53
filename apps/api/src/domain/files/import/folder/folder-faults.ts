import { type ErrorCode, type Fault, LIMITS } from '@parlance/contracts';
import { fail } from '../../../../errors.ts';

/** Throws an error that lists the first errors in the files. Call it before writing anything. */
export function failFolder(code: ErrorCode, faults: readonly Fault[]): never {
  const errors = faults.slice(0, LIMITS.importConflictsListed);
  const [{ path, file, message, line, column, remedy }] = errors as [Fault, ...Fault[]];
  const at = [line && `line ${line}`, column && `column ${column}`].filter(Boolean).join(', ');
  const names = [file, path === file ? '' : path].filter(Boolean).join(': ');
  const files = at === '' ? names : `${names} (${at})`;
  const more = errors.length === 1 ? '' : ` ${errors.length - 1} more faults are listed.`;
  const way = remedy === undefined ? '' : `; ${remedy}`;
  fail(code, `${files} ${message}${way}.${more} Nothing was written.`, { errors });
}
