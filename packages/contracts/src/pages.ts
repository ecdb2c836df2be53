import { Type } from 'typebox';
import { endpoint, publicAccess } from './endpoint.ts';
import { Empty } from './schema/common.ts';

const HTML = ['text/html; charset=utf-8'] as const;

export const openapiGet = endpoint({
  id: 'openapi.get',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Returns the OpenAPI 3.1 document.',
  access: publicAccess,
  rate: 'free',
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  rawContentTypes: ['application/json'],
});

export const docsGet = endpoint({
  id: 'docs.get',
  method: 'GET',
  path: '/docs',
  summary: 'Returns the API reference as a web page.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: HTML,
});

export const docsScript = endpoint({
  id: 'docs.script',
  method: 'GET',
  path: '/docs/reference.js',
  summary: 'Returns the script of the API reference.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: ['text/javascript; charset=utf-8'],
});

export const docsErrors = endpoint({
  id: 'docs.errors',
  method: 'GET',
  path: '/docs/errors',
  summary:
    'Returns a web page that explains every error code. The `type` of a problem links to it.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: HTML,
});

const TARBALL = ['application/gzip'] as const;

export const docsPackages = endpoint({
  id: 'docs.packages',
  method: 'GET',
  path: '/docs/packages',
  summary:
    'Returns a web page that says how to install the command line, the SDK and the reader, with their hashes.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: HTML,
});

export const packagesCli = endpoint({
  id: 'packages.cli',
  method: 'GET',
  path: '/cli.tgz',
  summary: 'Returns the npm package of the command line, in the version of the service.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: TARBALL,
});

export const packagesSdk = endpoint({
  id: 'packages.sdk',
  method: 'GET',
  path: '/sdk.tgz',
  summary: 'Returns the npm package of the SDK, in the version of the service.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: TARBALL,
});

export const packagesReader = endpoint({
  id: 'packages.reader',
  method: 'GET',
  path: '/reader.tgz',
  summary: 'Returns the npm package of the reader, in the version of the service.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: TARBALL,
});

const PLAIN = ['text/plain; charset=utf-8'] as const;

export const doorsRobots = endpoint({
  id: 'doors.robots',
  method: 'GET',
  path: '/robots.txt',
  summary: 'Tells crawlers that only the documents of the service are public (RFC 9309).',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: PLAIN,
});

export const doorsSecurity = endpoint({
  id: 'doors.security',
  method: 'GET',
  path: '/.well-known/security.txt',
  summary:
    'Returns the contact for reports of security holes (RFC 9116). 404 without `SECURITY_CONTACT`.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: PLAIN,
  errors: ['not_found'],
});

export const doorsChangePassword = endpoint({
  id: 'doors.change-password',
  method: 'GET',
  path: '/.well-known/change-password',
  summary: 'Redirects password managers to the page on which a user changes the password.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: PLAIN,
});

/** Accepts unknown parameters, because mail programs may add parameters to links. */
const PageQuery = Type.Object({
  lang: Type.Optional(
    Type.String({
      description:
        'Language of the page, as the mailed link has it. An unknown one is ignored: `Accept-Language` decides.',
    }),
  ),
});

export const pagesVerifyEmail = endpoint({
  id: 'pages.verify-email',
  method: 'GET',
  path: '/verify-email',
  query: PageQuery,
  summary: 'Returns the page on which a user verifies an email address.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: HTML,
});

export const pagesResetPassword = endpoint({
  id: 'pages.reset-password',
  method: 'GET',
  path: '/reset-password',
  query: PageQuery,
  summary: 'Returns the page on which a user sets a new password.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: HTML,
});

export const pagesAcceptInvitation = endpoint({
  id: 'pages.accept-invitation',
  method: 'GET',
  path: '/accept-invitation',
  query: PageQuery,
  summary: 'Returns the page on which a user accepts an invitation.',
  access: publicAccess,
  rate: 'free',
  data: Empty,
  rawContentTypes: HTML,
});

/** Endpoints for web pages. They are not in the OpenAPI document and not in the SDK. */
export const PAGES = [
  openapiGet,
  docsGet,
  docsScript,
  docsErrors,
  docsPackages,
  packagesCli,
  packagesSdk,
  packagesReader,
  doorsRobots,
  doorsSecurity,
  doorsChangePassword,
  pagesVerifyEmail,
  pagesResetPassword,
  pagesAcceptInvitation,
] as const;
