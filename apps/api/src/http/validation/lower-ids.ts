import type { Schema } from '../openapi/document.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Changes the ids in a value to lower case, and returns the value. Changes lists and objects in place. */
export type LowerIds = (value: unknown) => unknown;

/**
 * Returns the function that changes the ids in values of a schema to lower case. Clients may send
 * ids with capital letters (RFC 9562 §4), as Swift clients do, but the service compares ids as
 * strings. Returns null if the schema has no ids.
 */
export function idLowererOf(schema: Schema): LowerIds | null {
  const parts = [
    schema.format === 'uuid' ? lowerId : null,
    ofMembers((schema.properties ?? {}) as Record<string, Schema>),
    schema.items ? ofEntries(schema.items as Schema) : null,
    ...['anyOf', 'allOf', 'oneOf'].flatMap((name) =>
      ((schema[name] ?? []) as Schema[]).map(idLowererOf),
    ),
    ...['then', 'else'].map((name) => (schema[name] ? idLowererOf(schema[name] as Schema) : null)),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return (value) => parts.reduce((changed, lower) => lower(changed), value);
}

const lowerId: LowerIds = (value) =>
  typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : value;

function ofMembers(properties: Readonly<Record<string, Schema>>): LowerIds | null {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const lower = idLowererOf(schema);
    return lower ? [[name, lower] as const] : [];
  });
  if (members.length === 0) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const object = value as Record<string, unknown>;
    for (const [name, lower] of members) {
      if (Object.hasOwn(object, name)) object[name] = lower(object[name]);
    }
    return value;
  };
}

function ofEntries(schema: Schema): LowerIds | null {
  const lower = idLowererOf(schema);
  if (!lower) return null;
  return (value) => {
    if (Array.isArray(value)) for (const [at, entry] of value.entries()) value[at] = lower(entry);
    return value;
  };
}
