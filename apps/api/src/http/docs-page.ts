import { readFileSync } from 'node:fs';
import { renderOperation } from './docs-page/operation.ts';
import { schemaTable } from './docs-page/schema.ts';
import { inlineText, paragraphs } from './docs-page/text.ts';
import { cspHash, type Html, html, trusted } from './html.ts';
import type { OpenApiDocument, Operation } from './openapi/document.ts';

const STYLE = readFileSync(new URL('./docs-page/style.css', import.meta.url), 'utf8');

/** The page runs no script and fetches nothing. */
export const DOCS_CSP = [
  "default-src 'none'",
  `style-src ${cspHash(STYLE)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The API reference as one page, made of the OpenAPI document. */
export function renderDocsPage(document: OpenApiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Entry => ({ method, path, operation })),
  );
  const areas = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const { title, version, description } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API reference</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<div class="layout">
${renderNavigation(title, areas)}
<main>
<h1>${title} API</h1>
<p class="access">Version ${version} · <a href="openapi.json">OpenAPI document</a></p>
${paragraphs(description)}
${renderAccess(document)}
${areas.map(
  (area) => html`<h2 id="area-${area.name}">${area.name}</h2>
<p>${inlineText(area.description)}</p>
${area.entries.map(({ method, path, operation }) => renderOperation(document, method, path, operation))}`,
)}
${renderErrors(document)}
${renderSchemas(document)}
${renderLimits(document)}
</main>
</div>
</body>
</html>
`.markup;
}

function renderNavigation(
  title: string,
  areas: readonly { name: string; entries: Entry[] }[],
): Html {
  const groups = areas.map(({ name, entries }) => {
    const items = entries.map(({ method, operation: { operationId: id } }) => {
      return html`<li><a href="#${id}"><span class="method ${method}">${method.toUpperCase()}</span>${nameWithin(id)}</a></li>`;
    });
    return html`<details open><summary>${name}</summary><ul>${items}</ul></details>`;
  });
  return html`<nav aria-label="Contents">
<strong>${title}</strong>
<ul>
<li><a href="#access">Access</a></li>
<li><a href="#errors">Errors</a></li>
<li><a href="#schemas">Schemas</a></li>
<li><a href="#limits">Limits</a></li>
</ul>
${groups}
</nav>`;
}

/** An operation's name without its area. */
const nameWithin = (id: string): string => id.slice(id.indexOf('.') + 1);

function renderAccess({ components }: OpenApiDocument): Html {
  const schemes = Object.entries(components.securitySchemes).map(
    ([name, { name: carrier, in: place, description }]) =>
      html`<dt><strong>${name}</strong> <span class="limit">${String(place)} <code>${String(carrier)}</code></span></dt><dd>${inlineText(String(description))}</dd>`,
  );
  return html`<h2 id="access">Access</h2><dl>${schemes}</dl>`;
}

function renderErrors(document: OpenApiDocument): Html {
  const entries = Object.entries(document['x-errors']).map(
    ([
      code,
      { status, title, description },
    ]) => html`<dt id="${code}"><a href="#${code}"><code>${code}</code></a> <span class="limit">${status} · ${title}</span></dt>
<dd>${inlineText(description)}</dd>
`,
  );
  return html`<h2 id="errors">Errors</h2>
<p>Every error is <code>application/problem+json</code>, a <a href="#schema-Problem">Problem</a>. Its <code>code</code> is one of these and does not change; <code>detail</code> is for people.</p>
<dl>${entries}</dl>`;
}

function renderSchemas({ components }: OpenApiDocument): Html {
  const sections = Object.entries(components.schemas).map(([name, schema]) => {
    const { description } = schema;
    return html`<section class="schema" id="schema-${name}"><h3>${name}</h3>${
      typeof description === 'string' && html`<p>${inlineText(description)}</p>`
    }${schemaTable(schema, 'optional')}</section>
`;
  });
  return html`<h2 id="schemas">Schemas</h2>${sections}`;
}

function renderLimits(document: OpenApiDocument): Html {
  const rows = Object.entries(document['x-limits']).map(
    ([name, limit]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${limit.toLocaleString('en')}</td></tr>`,
  );
  return html`<h2 id="limits">Limits</h2>
<p>Sizes are bytes, lengths are code points.</p>
<div class="table"><table><tbody>${rows}</tbody></table></div>`;
}
