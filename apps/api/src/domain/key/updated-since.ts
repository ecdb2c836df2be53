import { parseTime } from '@parlance/contracts';
import { failAt } from '../../errors.ts';

/** Reads `updatedSince` of a query. @throws `validation_failed` if there is no such moment */
export function updatedSinceOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const since = parseTime(text);
  if (since !== null) return since;
  return failAt('query/updatedSince', 'is not a valid date or date-time (ISO 8601)');
}
