import type { Json, Schema } from '../openapi/document.ts';

/** Returns the limits of a value in words, such as `1–500 characters`. */
export function limitTexts(schema: Schema): string[] {
  return [
    rangeOf(schema.minLength, schema.maxLength, ['character', 'characters']),
    rangeOf(schema.minItems, schema.maxItems, ['entry', 'entries']),
    rangeOf(schema.minProperties, schema.maxProperties, ['member', 'members']),
    rangeOf(schema.minimum, schema.maximum, ['', '']),
  ].filter((text) => text !== null);
}

function rangeOf(
  from: Json | undefined,
  to: Json | undefined,
  [one, many]: readonly [string, string],
): string | null {
  const [low, high] = [from, to].map((bound) =>
    typeof bound === 'number' ? bound.toLocaleString('en') : null,
  );
  if (low === null && high === null) return null;
  const range =
    low === null ? `at most ${high}` : high === null ? `at least ${low}` : `${low}–${high}`;
  return `${range} ${(high ?? low) === '1' ? one : many}`.trim();
}
