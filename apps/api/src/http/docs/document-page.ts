import { readFileSync } from 'node:fs';
import { type StaticContent, staticContent } from '../answer/static-answer.ts';
import { iconLink, wordmark } from '../pages/branding.ts';
import { cspHash, type Html, html, trusted } from '../pages/html.ts';
import { STYLE as PAGE_STYLE } from '../pages/page.ts';

const STYLE = PAGE_STYLE + readFileSync(new URL('document.css', import.meta.url), 'utf8');

/** Content security policy of a page without scripts and external resources. */
const CSP = [
  "default-src 'none'",
  `style-src ${cspHash(STYLE)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const makeDocumentPage = (title: string, content: Html): Promise<StaticContent> =>
  staticContent(render(title, content).markup, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': CSP,
  });

const render = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Parlance</title>
${iconLink}
<style>${trusted(STYLE)}</style>
</head>
<body class="document">
<main class="card">
<p class="brand">${wordmark}</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
