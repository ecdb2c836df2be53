import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import type { RecheckReason } from '../recheck/recheck.store.ts';
import { type CountedKey, needsKey } from '../value/needed-values.ts';
import { isOfOtherSource } from '../value/value.store.ts';

export interface CountedValue {
  state: ValueState;
  origin: ValueOrigin;
  source_version: number;
}

/**
 * Collects the effects of a transaction on a project's counts and revisions. The effects are stored
 * at the end of the transaction.
 */
export class ContentChanges {
  /** Difference in the number of values, by locale, state and origin. */
  readonly values = new Map<string, number>();
  /** Difference in the number of outdated values of active, translatable keys, by locale id. */
  readonly outdated = new Map<number, number>();
  readonly keys = {
    plain: 0,
    cardinal: 0,
    integer: 0,
    ordinal: 0,
    members: 0,
    zeroForms: 0,
    untranslatable: 0,
  };
  /** Ids of keys whose values must be checked again, by the reason for the check. */
  readonly rechecked = new Map<RecheckReason, Set<string>>();
  /**
   * Ids of the locales in which values were written. Contains {@link KEYS} if keys were written.
   */
  readonly written = new Set<number>();

  /**
   * Adds a value of an active key to the counts if `by` is 1. Removes the value from the counts if
   * `by` is -1.
   */
  count(
    locale: { id: number; code: string },
    key: CountedKey & { source_version: number },
    value: CountedValue,
    by: 1 | -1,
  ): void {
    if (needsKey(locale.code, key)) this.addValue(locale.id, value, by);
    const isOutdated = isOfOtherSource(value.source_version, key.source_version);
    if (key.translatable && isOutdated) this.addOutdated(locale.id, by);
  }

  /**
   * Requests that the values of these keys are checked again in all locales, for example after
   * their source texts were changed.
   */
  recheck(reason: RecheckReason, keyIds: Iterable<string>): void {
    const recheckedIds = this.rechecked.get(reason) ?? new Set();
    this.rechecked.set(reason, recheckedIds);
    for (const id of keyIds) recheckedIds.add(id);
  }

  addValue(
    localeId: number,
    { state, origin }: Pick<CountedValue, 'state' | 'origin'>,
    by: number,
  ): void {
    const slot = `${localeId} ${state} ${origin}`;
    this.values.set(slot, (this.values.get(slot) ?? 0) + by);
  }

  addOutdated(localeId: number, by: number): void {
    this.outdated.set(localeId, (this.outdated.get(localeId) ?? 0) + by);
  }
}
