import type { JsonObject, JsonValue } from '../json/entries/scan.ts';

/** Returns the description of an entry; one that is an object is written as JSON. */
export function descriptionIn({ members }: JsonObject): string | undefined {
  const value = members.find(({ name }) => name === 'description')?.value;
  if (value === undefined || value.kind === 'string') return value?.text;
  return value.kind === 'object' ? JSON.stringify(plain(value)) : undefined;
}

/** The elements of arrays are not known, and literals are written as they are spelled. */
function plain(value: JsonValue): unknown {
  if (value.kind === 'string') return value.text;
  if (value.kind === 'other') return value.source;
  return Object.fromEntries(value.members.map(({ name, value: own }) => [name, plain(own)]));
}
