import { readFileSync } from 'node:fs';
import { cspHash, type Html, html, trusted } from '../html.ts';
import type { RawAnswer } from '../route.ts';

const readBeside = (name: string): string =>
  readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

const STYLE = readBeside('page.css');
const SCRIPT = readBeside('page.js');

/** Its own style and script and calls to its own site: nothing else. */
const CSP = [
  "default-src 'none'",
  `script-src ${cspHash(SCRIPT)}`,
  `style-src ${cspHash(STYLE)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page of a mailed link. Its script sends each form as page.js says. */
export function pageAnswer(title: string, content: Html): RawAnswer {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Parlance</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
<p class="brand">Parlance</p>
<h1>${title}</h1>
<noscript><p class="problem">This page needs JavaScript.</p></noscript>
<p id="result" role="status" tabindex="-1" hidden></p>
${content}
</main>
<script type="module">${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return {
    raw: markup,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': CSP },
  };
}

export interface FormOptions {
  /** Where its fields and the token are sent, relative to the page. */
  post: string;
  /** Said where that succeeds. */
  done: string;
  button: string;
  fields?: Html;
  /** Whether the token of the link goes along, and is used up. */
  usesToken?: boolean;
  /** Id of the form that is shown where the token is not valid. */
  otherwise?: string;
  /** Id of the form that is shown where there is no session. */
  signIn?: string;
  /** Id of the form that is sent where this one succeeds. */
  next?: string;
  id?: string;
  isHidden?: boolean;
}

export function form(options: FormOptions): Html {
  return html`<form id="${options.id ?? 'form'}" data-post="${options.post}" data-done="${options.done}"${
    options.usesToken && html` data-uses-token`
  }${options.otherwise !== undefined && html` data-otherwise="${options.otherwise}"`}${
    options.signIn !== undefined && html` data-sign-in="${options.signIn}"`
  }${options.next !== undefined && html` data-next="${options.next}"`}${
    options.isHidden && html` hidden`
  }>
${options.fields}
<button type="submit">${options.button}</button>
</form>
`;
}

export const emailField = html`<label>Email address<input name="email" type="email" autocomplete="username" required maxlength="254"></label>`;
