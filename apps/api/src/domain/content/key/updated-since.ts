import { parseTime } from '@parlance/contracts';
import { failAt } from '../../../errors.ts';

/**
 * Parses the query parameter `updatedSince`.
 * @throws `validation_failed` if it is not an existing date and time
 */
export function updatedSinceOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const since = parseTime(text);
  if (since !== null) return since;
  return failAt('query/updatedSince', 'is not a valid date or date-time (ISO 8601)');
}
