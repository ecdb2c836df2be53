import type { TSchema } from 'typebox';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * The schema for readers and generators of types: a condition (`if`, `then`, `else`), which serves
 * to report faults exactly, becomes the `anyOf` that it stands for. Not for validation.
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
