import { Failure } from '../../errors.ts';
import type { ValueView } from '../value/view-values.ts';

/** A value is not at the version that the caller has read. */
export class VersionConflict extends Failure {
  /** The value as it is; null if it is missing. */
  readonly value: ValueView | null;

  constructor(value: ValueView | null, version: number | undefined) {
    const state = value === null ? 'missing' : `at version ${value.version}`;
    const read = version === 0 ? 'missing' : `at version ${version}`;
    super('version_conflict', `The value is ${state}, not ${read}.`);
    this.value = value;
  }
}
