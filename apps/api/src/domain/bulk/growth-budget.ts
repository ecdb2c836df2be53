import { LIMITS } from '@parlance/contracts';
import { isLongerThan } from '@parlance/formats';
import { fail } from '../../errors.ts';

/**
 * Counts the characters that a part of a bulk change adds to texts. A short request can create long texts, which are
 * all in memory until the part is written.
 */
export class GrowthBudget {
  #left: number = LIMITS.bulkGrowth;

  /** Counts the growth of a value. @throws `limit_exceeded` if its text or all texts become too long */
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

/** Rejects a change that makes a text longer than a value may be. */
export function failTooLong(keyName: string): never {
  fail(
    'limit_exceeded',
    `A text of ${keyName} would have more than ${LIMITS.valueLength} characters.`,
  );
}
