import { readFileSync } from 'node:fs';
import { type ErrorCode, LIMITS } from '@parlance/contracts';
import {
  directionOf,
  fillMessage,
  type Language,
  messageOf,
  type TextKey,
  type Texts,
  textsIn,
} from '../../texts/texts.ts';
import type { RawAnswer } from '../answer/raw-answer.ts';
import { TOKENS } from './branding.generated.ts';
import { hasWebApp, iconLink, problemTexts, wordmark } from './branding.ts';
import { cspHash, type Html, html, trusted } from './html.ts';

export const readBeside = (name: string): string =>
  readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

export const STYLE = TOKENS + readBeside('page.css');
const SCRIPT = readBeside('page.js');

/**
 * Returns the content security policy of a page. It allows only the page's own style and script,
 * and requests to its own host.
 */
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

/**
 * Error codes for which these pages have their own texts. For other codes, the page shows the `detail` of the error.
 */
const CODES: readonly ErrorCode[] = [
  'conflict',
  'email_unverified',
  'internal',
  'invalid_credentials',
  'invalid_token',
  'malformed_request',
  'origin_not_allowed',
  'rate_limited',
  'request_timeout',
  'service_unavailable',
  'sign_up_closed',
  'validation_failed',
];

function scriptTexts(language: Language, text: Texts): string {
  const problems = problemTexts(language);
  return JSON.stringify({
    problems: Object.fromEntries(CODES.map((code) => [code, problems[code]])),
    working: text('page.working'),
    unreachable: text('page.unreachable'),
    unreachableReload: text('page.unreachableReload'),
    incomplete: text('page.incomplete'),
    details: text('page.details'),
    requestId: text('page.requestId', { id: '{{id}}' }),
  });
}

export interface PageTexts {
  readonly language: Language;
  readonly text: Texts;
}

/** Fills the placeholders of a text, and returns the text as markup. */
export const sentence = (
  { language }: PageTexts,
  key: TextKey,
  values: Readonly<Record<string, Html>>,
): Html =>
  html`${fillMessage(messageOf(language, key), values).map((part) =>
    typeof part === 'string' ? html`${part}` : part,
  )}`;

interface PageParts {
  readonly title: TextKey;
  content(texts: PageTexts): Html;
  /** Script of this page, which runs after the common script `page.js`. */
  readonly script?: string;
}

export function pageAnswer(language: Language, parts: PageParts): RawAnswer {
  const text = textsIn(language);
  const title = text(parts.title);
  const script = SCRIPT + (parts.script ?? '');
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Parlance</title>
${iconLink}
<style>${trusted(STYLE)}</style>
</head>
<body>
<main data-texts="${scriptTexts(language, text)}">
<p class="brand">${wordmark}</p>
<div class="card">
<h1>${title}</h1>
<noscript><p class="problem">${text('page.needsScript')}</p></noscript>
<div id="result" role="status" tabindex="-1" hidden></div>
${parts.content({ language, text })}
</div>
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
  /**
   * URL of the form's request, relative to the page. The request contains the fields and the token
   * of the link.
   */
  post: string;
  done: string;
  /** Heading and title of the page after success. By default, the heading and the title stay the same. */
  doneTitle?: string;
  afterwards?: Html;
  button: string;
  fields?: Html;
  /**
   * True if the form sends the token of the link. A token works for only one successful request.
   */
  usesToken?: boolean;
  /** Id of the form that replaces this form after an error, by error code. */
  instead?: Partial<Record<ErrorCode, string>>;
  /** Messages for this form by error code. They replace the general messages. */
  problems?: Partial<Record<ErrorCode, string>>;
  next?: string;
  id?: string;
  isHidden?: boolean;
}

export function form(options: FormOptions): Html {
  const id = options.id ?? 'form';
  return html`<form id="${id}" data-post="${options.post}" data-done="${options.done}"${
    options.usesToken && html` data-uses-token`
  }${options.instead && html` data-instead="${JSON.stringify(options.instead)}"`}${
    options.problems && html` data-problems="${JSON.stringify(options.problems)}"`
  }${options.doneTitle !== undefined && html` data-done-title="${options.doneTitle}"`}${options.next !== undefined && html` data-next="${options.next}"`}${
    options.isHidden && html` hidden`
  }>
${options.fields}
<button type="submit">${options.button}</button>
</form>
${options.afterwards && html`<div id="${id}-afterwards" hidden>${options.afterwards}</div>`}
`;
}

/**
 * Returns a link to the web app. If the server contains no web app, returns a link to the API
 * reference instead. If `opens` is set, the link to the web app leads to the organization in the
 * response.
 */
export const leadOn = (
  text: Texts,
  { label, path, opens }: { label: string; path: string; opens?: 'organization' },
  isApp = hasWebApp(),
): Html =>
  isApp
    ? html`<p><a class="next" href="${path}"${opens && html` data-opens="${opens}"`}>${label}</a></p>`
    : html`<p><a class="next" href="docs">${text('page.reference')}</a></p>
<p class="hint">${text('page.referenceHint')}</p>`;

export const newPasswordField = (text: Texts, label: TextKey): Html =>
  html`<label>${text(label)}<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${LIMITS.passwordMinLength}" maxlength="${LIMITS.passwordMaxLength}" aria-describedby="rule"></label>
<p class="hint" id="rule">${text('page.passwordRule', { count: LIMITS.passwordMinLength })}</p>
<label class="choice"><input type="checkbox" data-reveals="password"> ${text('page.showPassword')}</label>`;

export const emailField = (text: Texts): Html =>
  html`<label>${text('page.email')}<input name="email" type="email" autocomplete="username" required maxlength="254"></label>`;
