import type { CurrentSource } from '@parlance/contracts';
import { Failure } from '../../../errors.ts';
import type { ValueView } from '../../content/index.ts';

export class VersionConflict extends Failure {
  /** The current value for the response. Null if the value is missing. */
  readonly value: ValueView | null;
  /** The current source string, if it has changed since the caller read it. */
  readonly source: CurrentSource | null;

  constructor(value: ValueView | null, detail: string, source: CurrentSource | null = null) {
    super('version_conflict', detail);
    this.value = value;
    this.source = source;
  }
}

/** Returns the error for a decision about a value whose source string has changed since the caller read it. */
export const sourceConflictOf = (
  value: ValueView | null,
  source: CurrentSource,
  read: number | undefined,
): VersionConflict =>
  new VersionConflict(
    value,
    `The source string is at version ${source.sourceVersion}, not at version ${read}. Read it again.`,
    source,
  );

/**
 * Returns the error for an edit of a value that has changed since the caller read it. A `version`
 * of 0 or undefined means a missing value.
 */
export function conflictOf(value: ValueView | null, version: number | undefined): VersionConflict {
  const state = value === null ? 'missing' : `at version ${value.version}`;
  const read = version === 0 ? 'missing' : `at version ${version}`;
  return new VersionConflict(value, `The value is ${state}, not ${read}.`);
}
