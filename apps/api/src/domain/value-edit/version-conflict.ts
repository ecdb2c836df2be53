import { Failure } from '../../errors.ts';
import type { ValueView } from '../value/view-values.ts';

/** A value, or its source string, is not at the version that the caller has read. */
export class VersionConflict extends Failure {
  /** The value as it is; null if it is missing. */
  readonly value: ValueView | null;

  constructor(value: ValueView | null, detail: string) {
    super('version_conflict', detail);
    this.value = value;
  }
}

/** The conflict with a value of another version than the caller has read; 0 or none: missing. */
export function conflictOf(value: ValueView | null, version: number | undefined): VersionConflict {
  const state = value === null ? 'missing' : `at version ${value.version}`;
  const read = version === 0 ? 'missing' : `at version ${version}`;
  return new VersionConflict(value, `The value is ${state}, not ${read}.`);
}
