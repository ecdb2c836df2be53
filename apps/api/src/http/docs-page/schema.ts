import { type Html, html } from '../html.ts';
import type { Json, Schema } from '../openapi/document.ts';
import { inlineText } from './text.ts';

const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** What a value is, in a few words, with links to what has a name. */
export function describeType(schema: Schema): Html {
  const { $ref, anyOf, enum: choices, const: only, items, format } = schema;
  if (typeof $ref === 'string') {
    const name = nameOf($ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (Array.isArray(anyOf)) return joined(anyOf.map((form) => describeType(form as Schema)));
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (Array.isArray(choices)) {
    return joined(choices.map((choice) => html`<code>${JSON.stringify(choice)}</code>`));
  }
  if (schema.additionalProperties === false && schema.properties === undefined) {
    return html`empty object`;
  }
  if (items !== undefined) return html`list of ${describeType(items as Schema)}`;
  const types = ([] as Json[]).concat((schema.type as Json) ?? 'any value');
  const words = types.map((type) => (type === 'string' && format ? FORMATS[String(format)] : type));
  return html`${words.join(' or ')}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'time',
  email: 'email address',
  uri: 'address',
  'uri-reference': 'address',
  uuid: 'UUID',
};

function joined(forms: readonly Html[]): Html {
  return html`${forms.map((form, index) => html`${index === 0 ? '' : ' or '}${form}`)}`;
}

/** Limits of a value, as a reader says them. */
export function describeLimits(schema: Schema): Html {
  const limits = [
    rangeOf(schema.minLength, schema.maxLength, ['character', 'characters']),
    rangeOf(schema.minItems, schema.maxItems, ['entry', 'entries']),
    rangeOf(schema.minProperties, schema.maxProperties, ['member', 'members']),
    rangeOf(schema.minimum, schema.maximum, ['', '']),
  ].filter((text) => text !== null);
  const { pattern, default: preset } = schema;
  return html`${limits.map((text) => html`<span class="limit">${text}</span> `)}${
    typeof pattern === 'string' && html`<span class="limit">matches <code>${pattern}</code></span> `
  }${preset !== undefined && html`<span class="limit">default <code>${JSON.stringify(preset)}</code></span>`}`;
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

export type Marks = 'required' | 'optional';

interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The members of an object, those of unnamed objects within it after them. */
function* fieldsOf(schema: Schema, prefix = ''): Generator<Field> {
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

/**
 * A table of an object's members; each form of a choice has its own. Marked are the members that a
 * request must have, and those that an answer may lack.
 */
export function schemaTable(schema: Schema, marks: Marks): Html {
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) {
    const forms = anyOf.map((form) => schemaTable(form as Schema, marks));
    return html`${forms.map((form, index) => html`${index > 0 && html`<p class="or">or</p>`}${form}`)}`;
  }
  const fields = [...fieldsOf(schema)];
  if (fields.length === 0) {
    const { description } = schema;
    return html`<p>${describeType(schema)} ${describeLimits(schema)} ${
      typeof description === 'string' && inlineText(description)
    }</p>`;
  }
  return fieldTable(fields, marks);
}

/** A table with a row for each field. */
export function fieldTable(fields: readonly Field[], marks: Marks): Html {
  const rows = fields.map(({ path, schema, isRequired }) => {
    const { description } = schema;
    return html`<tr><th scope="row"><code>${path}</code>${
      (marks === 'required') === isRequired && html` <span class="${marks}">${marks}</span>`
    }</th><td>${describeType(schema)}</td><td>${
      typeof description === 'string' && html`${inlineText(description)} `
    }${describeLimits(schema)}</td></tr>`;
  });
  return html`<div class="table"><table><tbody>${rows}</tbody></table></div>`;
}
