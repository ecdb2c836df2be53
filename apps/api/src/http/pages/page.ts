import { readFileSync } from 'node:fs';
import { type ErrorCode, LIMITS } from '@parlance/contracts';
import { hasWebApp, iconLink, TOKENS, wordmark } from '../face.ts';
import { cspHash, type Html, html, trusted } from '../html.ts';
import type { RawAnswer } from '../route.ts';

export const readBeside = (name: string): string =>
  readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

/** The style of all pages of the server. */
export const STYLE = TOKENS + readBeside('page.css');
const SCRIPT = readBeside('page.js');

/** Allows a page its own style and script and calls to its own site, and nothing else. */
const cspOf = (script: string): string =>
  [
    "default-src 'none'",
    `script-src ${cspHash(script)}`,
    `style-src ${cspHash(STYLE)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Returns the page of a mailed link. `page.js` sends its forms; `ownScript` goes on where `page.js` ends. */
export function pageAnswer(title: string, content: Html, ownScript = ''): RawAnswer {
  const script = SCRIPT + ownScript;
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Parlance</title>
${iconLink}
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
<p class="brand">${wordmark}</p>
<h1>${title}</h1>
<noscript><p class="problem">This page needs JavaScript.</p></noscript>
<p id="result" role="status" tabindex="-1" hidden></p>
${content}
</main>
<script type="module">${trusted(script)}</script>
</body>
</html>
`;
  return {
    raw: markup,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': cspOf(script),
    },
  };
}

export interface FormOptions {
  /** Address that the fields and the token are sent to, relative to the page. */
  post: string;
  /** Message after a success. */
  done: string;
  /** The next step, shown below `done`. */
  afterwards?: Html;
  button: string;
  fields?: Html;
  /** True if the form sends the token of the link, which a success uses up. */
  usesToken?: boolean;
  /** Id of the form that takes this form's place after an error, by code. */
  instead?: Partial<Record<ErrorCode, string>>;
  /** Id of the form that is sent after a success. */
  next?: string;
  id?: string;
  isHidden?: boolean;
}

export function form(options: FormOptions): Html {
  const id = options.id ?? 'form';
  return html`<form id="${id}" data-post="${options.post}" data-done="${options.done}"${
    options.usesToken && html` data-uses-token`
  }${options.instead && html` data-instead="${JSON.stringify(options.instead)}"`}${options.next !== undefined && html` data-next="${options.next}"`}${
    options.isHidden && html` hidden`
  }>
${options.fields}
<button type="submit">${options.button}</button>
</form>
${options.afterwards && html`<div id="${id}-afterwards" hidden>${options.afterwards}</div>`}
`;
}

/**
 * Leads on into the web app, or to the API reference on a server without the app. With `opens`, the link is that
 * of the organization in the answer.
 */
export const leadOn = (
  { label, path, opens }: { label: string; path: string; opens?: 'organization' },
  isApp = hasWebApp(),
): Html =>
  isApp
    ? html`<p><a class="next" href="${path}"${opens && html` data-opens="${opens}"`}>${label}</a></p>`
    : html`<p><a class="next" href="docs">Open the API reference</a></p>
<p class="hint">It explains every call and lets you try each one in this browser with your session.</p>`;

export const newPasswordField = (label: string): Html =>
  html`<label>${label}<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${LIMITS.passwordMinLength}" maxlength="${LIMITS.passwordMaxLength}" aria-describedby="rule"></label>
<p class="hint" id="rule">At least ${LIMITS.passwordMinLength} characters.</p>
<label class="choice"><input type="checkbox" data-reveals="password"> Show the password</label>`;

export const emailField = html`<label>Email address<input name="email" type="email" autocomplete="username" required maxlength="254"></label>`;
