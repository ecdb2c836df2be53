/** First segments of the service's own addresses, which a base path must not equal. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set([
  ...['v1', 'docs', 'openapi.json', 'health', 'assets', 'o'],
  ...['sign-in', 'sign-up', 'forgot-password', 'welcome', 'account', 'checkout'],
  ...['cli.tgz', 'sdk.tgz'],
  ...['verify-email', 'reset-password', 'accept-invitation'],
]);

/** Returns the path of a public URL without a trailing slash. Empty at the root of a site. */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/+$/, '');

/**
 * True if a request could mean both the base path and an address of the service below it, because some proxies remove
 * the base path.
 */
export const isAmbiguousBase = (basePath: string): boolean =>
  OWN_SEGMENTS.has(basePath.split('/')[1] ?? '');
