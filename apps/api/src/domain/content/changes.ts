import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import type { RecheckReason } from '../recheck/recheck.store.ts';
import { type CountedKey, needsKey } from '../value/needed-values.ts';
import { isOfOtherSource } from '../value/source-version.store.ts';

/** A value with the properties by which it is counted. */
export interface CountedValue {
  state: ValueState;
  origin: ValueOrigin;
  source_version: number;
}

/**
 * Effects of a transaction on the counts and revisions of a project. They are collected during the transaction and
 * stored at its end.
 */
export class ContentChanges {
  /** Increase of the number of values by locale, state and origin. */
  readonly values = new Map<string, number>();
  /** Increase of the number of outdated values of active keys, by locale. */
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
  /** Keys whose values are to be checked again, by the reason. */
  readonly rechecked = new Map<RecheckReason, Set<string>>();
  /** Locales whose values were written, and `KEYS` if keys were written. */
  readonly written = new Set<number>();

  /** Counts a value of an active key as written (`by` is 1) or as replaced (`by` is -1). */
  count(
    locale: { id: number; code: string },
    key: CountedKey & { source_version: number },
    value: CountedValue,
    by: 1 | -1,
  ): void {
    if (needsKey(locale.code, key)) this.addValue(locale.id, value, by);
    if (isOfOtherSource(value.source_version, key.source_version)) this.addOutdated(locale.id, by);
  }

  /** Requests a check of the keys' values in all locales, because their findings depend on something that changed. */
  recheck(reason: RecheckReason, keyIds: Iterable<string>): void {
    const known = this.rechecked.get(reason) ?? new Set();
    this.rechecked.set(reason, known);
    for (const id of keyIds) known.add(id);
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
