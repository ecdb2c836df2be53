/**
 * First path segments of the service's own URLs. A base path must not begin with one of these
 * segments.
 */
const OWN_SEGMENTS: ReadonlySet<string> = new Set([
  'v1',
  'docs',
  'openapi.json',
  'health',
  'assets',
  'o',
  'sign-in',
  'sign-up',
  'forgot-password',
  'welcome',
  'account',
  'checkout',
  'cli.tgz',
  'sdk.tgz',
  'reader.tgz',
  'robots.txt',
  '.well-known',
  'verify-email',
  'reset-password',
  'accept-invitation',
]);

/**
 * Returns the path of the public URL without a trailing slash. The path is empty if the service is
 * at the root of its host.
 */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/+$/, '');

export const isAmbiguousBase = (basePath: string): boolean =>
  OWN_SEGMENTS.has(basePath.split('/')[1] ?? '');
