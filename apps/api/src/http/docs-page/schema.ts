import { type Html, html } from '../html.ts';
import type { Schema } from '../openapi/document.ts';
import { type Field, fieldsOf, limitTexts, typeWords } from '../openapi/fields.ts';
import { inlineText } from './text.ts';

/** What a value is, in a few words, with links to what has a name. */
const describeType = (schema: Schema): Html =>
  html`${typeWords(schema).map((word) => {
    if ('schema' in word) return html`<a href="#schema-${word.schema}">${word.schema}</a>`;
    return 'code' in word ? html`<code>${word.code}</code>` : html`${word.text}`;
  })}`;

/** Limits of a value, as a reader says them. */
function describeLimits(schema: Schema): Html {
  const { pattern, default: preset } = schema;
  return html`${limitTexts(schema).map((text) => html`<span class="limit">${text}</span> `)}${
    typeof pattern === 'string' && html`<span class="limit">matches <code>${pattern}</code></span> `
  }${preset !== undefined && html`<span class="limit">default <code>${JSON.stringify(preset)}</code></span>`}`;
}

export type Marks = 'required' | 'optional';

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
