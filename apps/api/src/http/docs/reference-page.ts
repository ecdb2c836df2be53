import { type StaticContent, staticContent } from '../answer/static-answer.ts';
import { colorsOf, iconLink, wordmark } from '../pages/branding.ts';
import { cspHash, html, trusted } from '../pages/html.ts';

/** Names of the web app's colors, by Scalar's name for the same color. */
const SCALAR_COLORS: Readonly<Record<string, string>> = {
  'color-1': 'text',
  'color-2': 'soft',
  'color-3': 'soft',
  'color-accent': 'accent',
  'background-1': 'card',
  'background-2': 'page',
  'background-3': 'raised',
  'background-accent': 'accent-soft',
  'border-color': 'hairline',
  'color-green': 'success',
  'color-orange': 'warning',
  'color-red': 'problem',
  'button-1': 'accent',
  'button-1-color': 'on-accent',
  'button-1-hover': 'accent-strong',
};

function scalarColors(theme: 'light' | 'dark'): string {
  const colors = colorsOf(theme);
  return Object.entries(SCALAR_COLORS)
    .map(([theirs, ours]) => `--scalar-${theirs}: ${colors.get(ours)};`)
    .join('');
}

const HEADER_HEIGHT = '3rem';

const STYLE = `
:root { --scalar-custom-header-height: ${HEADER_HEIGHT}; --scalar-font: system-ui, sans-serif; }
body { margin: 0; }
.light-mode { ${scalarColors('light')} }
.dark-mode { ${scalarColors('dark')} }
.parlance { position: sticky; inset-block-start: 0; z-index: 10; display: flex; align-items: center;
  box-sizing: border-box; block-size: ${HEADER_HEIGHT}; padding-inline: 1.5rem;
  border-block-end: 1px solid var(--scalar-border-color); background: var(--scalar-background-1); }
.parlance a { display: inline-flex; align-items: center; gap: 0.5rem; color: var(--scalar-color-1);
  font: 700 1.125rem system-ui, sans-serif; letter-spacing: -0.02em; text-decoration: none; }
.parlance nav { display: flex; gap: 1.25rem; margin-inline-start: auto; }
.parlance nav a { color: var(--scalar-color-2); font: 500 0.875rem system-ui, sans-serif; letter-spacing: 0; }
.parlance svg { inline-size: 26px; block-size: 26px; }
`;

/**
 * Script that starts Scalar, without features that call another origin. A session is the default
 * authentication. With an API key as the default, Scalar would send an empty `Authorization`
 * header, which takes precedence over the session.
 */
const START = `
const site = new URL('.', location.href).href.replace(/\\/$/, '');
Scalar.createApiReference('#reference', {
  url: 'openapi.json',
  servers: [{ url: site }],
  authentication: { preferredSecurityScheme: 'Session' },
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'direct',
  hideClientButton: true,
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
});
`;

/**
 * Content security policy of the API reference. It allows all styles, because Scalar writes style
 * elements and attributes (ADR 16).
 */
const REFERENCE_CSP = [
  "default-src 'none'",
  `script-src 'self' ${cspHash(START)}`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Creates the API reference, a page in which Scalar shows `/openapi.json`. */
export async function makeReferencePage(scriptEtag: string): Promise<StaticContent> {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parlance API reference</title>
${iconLink}
<style>${trusted(STYLE)}</style>
</head>
<body>
<noscript>This page needs JavaScript. The same reference is at <a href="openapi.json">openapi.json</a>, and the error codes are at <a href="docs/errors">docs/errors</a>, packages to install at <a href="docs/packages">docs/packages</a>.</noscript>
<header class="parlance"><a href="./">${wordmark}</a><nav><a href="docs/errors">Errors</a><a href="docs/packages">Command line and SDK</a></nav></header>
<div id="reference"></div>
<script src="docs/reference.js?v=${scriptEtag}"></script>
<script>${trusted(START)}</script>
</body>
</html>
`;
  return staticContent(markup, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': REFERENCE_CSP,
  });
}
