import { LIMITS } from '@parlance/contracts';
import { isLongerThan } from '@parlance/formats';
import { fail } from '../../../errors.ts';

/**
 * Limits the number of characters that a part of a bulk change adds. A short request can create
 * very long texts, which are all in memory at once.
 */
export class GrowthBudget {
  #left: number = LIMITS.bulkGrowth;

  /**
   * Counts the characters that are added to a value.
   * @throws `limit_exceeded` if the value or the total becomes too long
   */
  take(keyName: string, before: string, after: string): void {
    if (isLongerThan(after, LIMITS.valueLength)) failTooLong(keyName);
    this.#left -= Math.max(0, after.length - before.length);
    if (this.#left >= 0) return;
    fail(
      'limit_exceeded',
      `The change would add more than ${LIMITS.bulkGrowth} characters to the texts of ${LIMITS.bulkPartValues} values. Select fewer rows, or make shorter texts.`,
    );
  }
}

export function failTooLong(keyName: string): never {
  fail(
    'limit_exceeded',
    `A text of ${keyName} would have more than ${LIMITS.valueLength} characters.`,
  );
}
