import { parseTime } from '@parlance/contracts';
import { fail } from '../../errors.ts';

/** Reads `updatedSince` of a query. @throws `validation_failed` where there is no such moment */
export function updatedSinceOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const since = parseTime(text);
  if (since !== null) return since;
  const path = 'query/updatedSince';
  const message = 'is no day or time that exists';
  return fail('validation_failed', `${path} ${message}.`, { errors: [{ path, message }] });
}
