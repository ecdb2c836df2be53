import type { JsonObject, JsonValue } from '../json/entries/scan.ts';

/**
 * Returns the description of an entry. A description that is a JSON object is returned as JSON
 * text.
 */
export function descriptionIn({ members }: JsonObject): string | undefined {
  const value = members.find(({ name }) => name === 'description')?.value;
  if (value === undefined || value.kind === 'string') return value?.text;
  return value.kind === 'object' ? JSON.stringify(plain(value)) : undefined;
}

/**
 * Converts a scanned value to a plain value. Numbers, literals and arrays become the text that the
 * file contains.
 */
function plain(value: JsonValue): unknown {
  if (value.kind === 'string') return value.text;
  if (value.kind === 'other') return value.source;
  return Object.fromEntries(value.members.map(({ name, value: member }) => [name, plain(member)]));
}
