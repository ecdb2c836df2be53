import type { TObject } from 'typebox';
import { Value } from 'typebox/value';
import { fail } from '../errors.ts';
import { faultMessage } from '../http/validation/validation.ts';

/**
 * Validates the operator's input with the schema of the corresponding endpoint.
 *
 * @throws `validation_failed`
 */
export function requireValid(schema: TObject, given: Readonly<Record<string, string>>): void {
  const faults = Value.Errors(schema, given).map((fault) => {
    const name = fault.instancePath.slice(1);
    return `The ${name} ${faultMessage({ ...fault, parentSchema: { ...schema.properties[name] } })}.`;
  });
  if (faults.length > 0) fail('validation_failed', faults.join(' '));
}
