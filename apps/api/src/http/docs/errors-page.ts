import { readFileSync } from 'node:fs';
import { ERRORS, type ErrorCode } from '@parlance/contracts';
import { iconLink, wordmark } from '../face.ts';
import { cspHash, type Html, html, trusted } from '../html.ts';
import { ERROR_NOTES } from '../openapi/error-notes.ts';
import { STYLE as PAGE_STYLE } from '../pages/page.ts';
import { type StaticContent, staticContent } from '../static-answer.ts';

const STYLE = PAGE_STYLE + readFileSync(new URL('errors.css', import.meta.url), 'utf8');

/** The page runs no script and fetches nothing. */
const CSP = [
  "default-src 'none'",
  `style-src ${cspHash(STYLE)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TITLE = 'Errors of the API';

/** Makes the page of the error catalog, with the code of each error as an anchor. */
export const makeErrorsPage = (): Promise<StaticContent> =>
  staticContent(render().markup, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': CSP,
  });

const CODES = Object.keys(ERRORS) as ErrorCode[];

const render = (): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE} – Parlance</title>
${iconLink}
<style>${trusted(STYLE)}</style>
</head>
<body class="document">
<main>
<p class="brand">${wordmark}</p>
<h1>${TITLE}</h1>
<p>Every error is answered as <code>application/problem+json</code> (RFC 9457). Programs decide by <code>code</code>, which does not change; <code>detail</code> is written for people. <a href="../docs">API reference</a></p>
<nav aria-label="Codes"><ul>${CODES.map((code) => html`<li><a href="#${code}"><code>${code}</code></a></li>`)}</ul></nav>
${CODES.map(renderCode)}
</main>
</body>
</html>
`;

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

/** Marks the parts between backticks as code. */
const withCode = (text: string): Html[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
