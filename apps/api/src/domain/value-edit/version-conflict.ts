import { Failure } from '../../errors.ts';
import type { ValueView } from '../value/view-values.ts';

/** The conflict of a value, or its source string, that differs from the version that the caller has read. */
export class VersionConflict extends Failure {
  /** The current value. Null if it is missing. */
  readonly value: ValueView | null;

  constructor(value: ValueView | null, detail: string) {
    super('version_conflict', detail);
    this.value = value;
  }
}

/**
 * Returns the conflict with a value of another version than the caller has read. 0 or no version means a missing value.
 */
export function conflictOf(value: ValueView | null, version: number | undefined): VersionConflict {
  const state = value === null ? 'missing' : `at version ${value.version}`;
  const read = version === 0 ? 'missing' : `at version ${version}`;
  return new VersionConflict(value, `The value is ${state}, not ${read}.`);
}
