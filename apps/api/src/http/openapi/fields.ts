import type { Json, Schema } from './document.ts';

/** One word of what a value is: plain, code, or the name of a schema of the document. */
export type TypeWord = { text: string } | { code: string } | { schema: string };

/** What a value is, in a few words. */
export function typeWords(schema: Schema): TypeWord[] {
  const { $ref, anyOf, enum: choices, const: only, items, format } = schema;
  if (typeof $ref === 'string') return [{ schema: $ref.slice($ref.lastIndexOf('/') + 1) }];
  if (Array.isArray(anyOf)) return joined(anyOf.map((form) => typeWords(form as Schema)));
  if (only !== undefined) return [{ code: JSON.stringify(only) }];
  if (Array.isArray(choices)) {
    return joined(choices.map((choice) => [{ code: JSON.stringify(choice) }]));
  }
  if (isEmptyObject(schema)) return [{ text: 'empty object' }];
  if (items !== undefined) return [{ text: 'list of ' }, ...typeWords(items as Schema)];
  const types = ([] as Json[]).concat((schema.type as Json) ?? 'any value');
  const words = types.map((type) => (type === 'string' && format ? FORMATS[String(format)] : type));
  return [{ text: words.join(' or ') }];
}

/** Whether it is an object that has no member. */
const isEmptyObject = ({ additionalProperties, properties }: Schema): boolean =>
  additionalProperties === false && Object.keys((properties ?? {}) as object).length === 0;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'time',
  email: 'email address',
  uri: 'address',
  'uri-reference': 'address',
  uuid: 'UUID',
};

const joined = (forms: readonly TypeWord[][]): TypeWord[] =>
  forms.flatMap((form, index) => (index === 0 ? form : [{ text: ' or ' }, ...form]));

/** Limits of a value, as a reader says them. */
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

export interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The members of an object, those of unnamed objects within it after them. */
export function* fieldsOf(schema: Schema, prefix = ''): Generator<Field> {
  const required = new Set((schema.required ?? []) as string[]);
  for (const [name, member] of Object.entries(
    (schema.properties ?? {}) as Record<string, Schema>,
  )) {
    const path = `${prefix}${name}`;
    yield { path, schema: member, isRequired: required.has(name) };
    yield* fieldsOf(member, `${path}.`);
    if (member.items) yield* fieldsOf(member.items as Schema, `${path}[].`);
  }
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    const path = `${prefix}<name>`;
    yield { path, schema: additionalProperties as Schema, isRequired: false };
    yield* fieldsOf(additionalProperties as Schema, `${path}.`);
  }
}
