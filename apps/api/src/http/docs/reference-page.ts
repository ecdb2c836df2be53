import { cspHash, html, trusted } from '../html.ts';
import { type StaticContent, staticContent } from '../static-answer.ts';

/**
 * Starts Scalar with everything off that would call another origin. The calls that a reader tries go to the
 * host of the page, so that the browser sends the session cookie. A session is preferred because an API key that
 * is not filled in would be sent as an empty `Authorization` header, which takes precedence.
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

/** Scalar writes style elements and style attributes of its own, so styles are not restricted (ADR 19). */
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

/** Makes the API reference: a page in which Scalar shows `/openapi.json`. */
export async function makeReferencePage(scriptEtag: string): Promise<StaticContent> {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parlance API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The same reference is at <a href="openapi.json">openapi.json</a>, and the error codes are at <a href="docs/errors">docs/errors</a>.</noscript>
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
