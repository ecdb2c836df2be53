import { type Html, html } from '../html.ts';
import type { OpenApiDocument, Operation, ResponseObject } from '../openapi/document.ts';
import { resolveForms, resolveParameter } from '../openapi/resolve.ts';
import { curlOf } from './curl.ts';
import { fieldTable, schemaTable } from './schema.ts';
import { inlineText } from './text.ts';

const PLACES = { path: 'Path', query: 'Query', header: 'Headers' } as const;

/** Everything about one operation. */
export function renderOperation(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): Html {
  const { operationId: id, summary, description = '' } = operation;
  return html`<section class="operation" id="${id}">
<h3><a href="#${id}"><span class="method ${method}">${method.toUpperCase()}</span> <span class="path">${path}</span></a></h3>
<p class="summary">${inlineText(summary)}</p>
<p class="access">${inlineText(description)} <code class="id">${id}</code></p>
${renderParameters(document, operation)}
${renderBody(document, operation)}
${renderAnswers(operation)}
<h4>Example</h4>
<pre tabindex="0"><code>${curlOf(document, method, path, operation)}</code></pre>
</section>
`;
}

function renderParameters(document: OpenApiDocument, { parameters = [] }: Operation): Html {
  const resolved = parameters.map((parameter) => resolveParameter(document.components, parameter));
  const parts = Object.entries(PLACES).map(([place, title]) => {
    const fields = resolved
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, description, schema }) => ({
        path: name,
        isRequired: required,
        schema: { ...schema, ...(description === undefined ? {} : { description }) },
      }));
    return fields.length > 0 && html`<h4>${title}</h4>${fieldTable(fields, 'required')}`;
  });
  return html`${parts.filter((part) => part !== false)}`;
}

function renderBody({ components }: OpenApiDocument, { requestBody }: Operation): Html {
  if (!requestBody) return html``;
  const parts = Object.entries(requestBody.content).map(
    ([type, { schema }]) =>
      html`<p class="type"><code>${type}</code></p>${schemaTable(resolveForms(components, schema), 'required')}`,
  );
  return html`<h4>Body <span class="limit">${requestBody.description}</span></h4>${parts}`;
}

function renderAnswers({ responses }: Operation): Html {
  const entries = Object.entries(responses);
  const successes = entries.filter(([, response]) => response['x-codes'] === undefined);
  const errors = entries.flatMap(([status, response]) =>
    (response['x-codes'] ?? []).map(
      (code) => html`<li><a href="#${code}"><code>${code}</code></a> ${status}</li>`,
    ),
  );
  return html`<h4>Answer</h4>${renderSuccesses(successes)}<h4>Errors</h4><ul class="codes">${errors}</ul>`;
}

/** The statuses of successes share their content. */
function renderSuccesses(successes: readonly (readonly [string, ResponseObject])[]): Html {
  const statuses = successes.map(
    ([status, { description }]) => html`<li><code>${status}</code> ${description}</li>`,
  );
  const [, first] = successes[0]!;
  const { 'application/json': envelope, ...others } = first.content ?? {};
  const types = Object.keys(others);
  return html`<ul class="statuses">${statuses}</ul>${envelope && schemaTable(envelope.schema, 'optional')}${
    types.length > 0 &&
    html`<p>The file itself, with <code>Accept</code>: ${types.map((type) => html`<code>${type}</code> `)}</p>`
  }`;
}
