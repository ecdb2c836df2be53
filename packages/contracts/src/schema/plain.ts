import type { TSchema } from 'typebox';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * Returns a schema for documentation and type generators, in which `anyOf` replaces conditions
 * (`if`, `then`, `else`). It is not used for validation, because only conditions give precise
 * errors.
 */
export function plainSchema(schema: TSchema): { [name: string]: Json } {
  return withoutConditions(JSON.parse(JSON.stringify(schema))) as { [name: string]: Json };
}

function withoutConditions(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutConditions);
  if (typeof value !== 'object' || value === null) return value;
  const { if: condition, then: yes, else: no, ...rest } = value;
  const plain: { [name: string]: Json } = {};
  for (const [name, member] of Object.entries(rest)) plain[name] = withoutConditions(member);
  if (condition !== undefined && yes !== undefined && no !== undefined) {
    delete plain.type;
    plain.anyOf = [withoutConditions(yes), withoutConditions(no)];
  }
  return plain;
}
