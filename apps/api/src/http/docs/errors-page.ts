import { ERRORS, type ErrorCode } from '@parlance/contracts';
import type { StaticContent } from '../answer/static-answer.ts';
import { ERROR_NOTES } from '../openapi/error-notes.ts';
import { type Html, html } from '../pages/html.ts';
import { makeDocumentPage } from './document-page.ts';

/** Creates the page of the error catalog, with an anchor for each error code. */
export const makeErrorsPage = (): Promise<StaticContent> =>
  makeDocumentPage('Errors of the API', render());

const CODES = Object.keys(ERRORS) as ErrorCode[];

const render =
  (): Html => html`<p>Every error is answered as <code>application/problem+json</code> (RFC 9457). Programs decide by <code>code</code>, which does not change; <code>detail</code> is written for people. <a href="../docs">API reference</a></p>
<nav aria-label="Codes"><ul>${CODES.map((code) => html`<li><a href="#${code}"><code>${code}</code></a></li>`)}</ul></nav>
${CODES.map(renderCode)}`;

function renderCode(code: ErrorCode): Html {
  const { status, title } = ERRORS[code];
  const { meaning, action } = ERROR_NOTES[code];
  return html`<section id="${code}">
<h2><a href="#${code}"><code>${code}</code></a></h2>
<p class="status">${status} · ${title}</p>
<p>${withCode(meaning)}</p>
<p><strong>What to do:</strong> ${withCode(action)}</p>
</section>
`;
}

/** Converts text between backticks to `<code>` elements. */
const withCode = (text: string): Html[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
