import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { fail } from '../errors.ts';

/** Holds what the operator gave to the schema of the endpoint that takes it. @throws `validation_failed` */
export function requireValid(schema: TSchema, given: Readonly<Record<string, string>>): void {
  const faults = Value.Errors(schema, given).map(
    ({ instancePath, message }) => `The ${instancePath.slice(1)} ${message}.`,
  );
  if (faults.length > 0) fail('validation_failed', faults.join(' '));
}
