/** First segments of the service's own addresses. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set([
  ...['v1', 'docs', 'openapi.json', 'health', 'assets', 'o'],
  ...['sign-in', 'sign-up', 'forgot-password', 'welcome', 'account', 'checkout'],
  ...['cli.tgz', 'sdk.tgz'],
  ...['verify-email', 'reset-password', 'accept-invitation'],
]);

/** Returns the path of a public URL, without a slash at its end: empty at the root of a site. */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/+$/, '');

/** True if a request could mean the path or an address of the service below it: a proxy may strip the path or not. */
export const isAmbiguousBase = (basePath: string): boolean =>
  OWN_SEGMENTS.has(basePath.split('/')[1] ?? '');
