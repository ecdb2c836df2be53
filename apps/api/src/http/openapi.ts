import {
  type Access,
  ENDPOINTS,
  type EndpointDefinition,
  ERRORS,
  type ErrorCode,
  LIMITS,
  Problem,
  type ScopedAccess,
} from '@parlance/contracts';
import { gatherSchemas, HEADERS, PARAMETERS, type SchemaGatherer } from './openapi/components.ts';
import type {
  CatalogEntry,
  OpenApiDocument,
  Operation,
  SecurityRequirement,
} from './openapi/document.ts';
import { ERROR_NOTES } from './openapi/error-notes.ts';
import { parametersOf, requestBodyOf } from './openapi/request.ts';
import { responsesOf } from './openapi/responses.ts';

/** The areas, in the order of the reference, and what each is about. */
const AREAS = {
  health: 'Whether the service runs.',
  auth: 'Sign-up, sign-in and passwords: for browsers. `Authorization` is ignored here.',
  users: 'A person’s own account.',
  'api-keys': 'Keys for automation, with scopes.',
  organizations: 'Organizations, their members and invitations.',
  i18n: 'Projects and what they hold: locales, keys, values, glossary, files, releases, bundles.',
  translate: 'Machine translation: at once, estimated before, or as a job.',
  usage: 'What was translated.',
  billing: 'Plan, credits, ledger and the purchase of credits.',
  dashboard: 'Summaries for a dashboard.',
  'audit-log': 'Who did what.',
} as const;

export interface OpenApiOptions {
  publicUrl: string;
  version: string;
  /** Name of the session cookie on this site. */
  cookieName: string;
  endpoints?: readonly EndpointDefinition[];
}

/** The OpenAPI 3.1 document, made of the same schemas that validate the requests. */
export function buildOpenApi(options: OpenApiOptions): OpenApiDocument {
  const gatherer = gatherSchemas();
  gatherer.gather(Problem);
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of options.endpoints ?? ENDPOINTS) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operationOf(endpoint, gatherer);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parlance',
      version: options.version,
      description: DESCRIPTION,
      contact: { name: 'Parlance', url: options.publicUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.publicUrl }],
    tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(gatherer.schemas()).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: securitySchemes(options.cookieName),
    },
    'x-limits': LIMITS,
    'x-errors': Object.fromEntries(
      Object.entries(ERRORS).map(([code, { status, title }]): [string, CatalogEntry] => [
        code,
        { status, title, description: describeError(code as ErrorCode) },
      ]),
    ),
  };
}

function describeError(code: ErrorCode): string {
  const { meaning, action } = ERROR_NOTES[code];
  return `${meaning} ${action}`;
}

const DESCRIPTION = `Localization management and machine translation.

Every success is \`{ "data": …, "meta": … }\`; every error is a problem (RFC 9457) whose \`code\` is what programs branch on. Names are camelCase, ids are UUIDs, times are ISO 8601 in UTC, locales are BCP 47 tags. Lists take \`limit\` and \`cursor\`; \`meta.nextCursor\` is null on the last page.`;

function operationOf(endpoint: EndpointDefinition, gatherer: SchemaGatherer): Operation {
  const parameters = parametersOf(endpoint, gatherer);
  const requestBody = requestBodyOf(endpoint, gatherer);
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.', 1)[0]!],
    summary: endpoint.summary,
    description: describeAccess(endpoint.access),
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(endpoint, gatherer),
  };
}

function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Open to anybody.';
    case 'auth':
      return access.origin === 'required'
        ? 'Open to anybody with an `Origin` that is on the allowed list.'
        : 'Open to anybody; an `Origin` that is not on the allowed list is refused.';
    case 'session':
      return 'Needs a browser session.';
    case 'optional-session':
      return 'Takes a browser session or no credentials; needs an `Origin` that is on the allowed list.';
    case 'scopes': {
      const scopes = access.scopes.map((scope) => `\`${scope}\``).join(' and ');
      const needs =
        access.sessions === 'membership'
          ? `Needs ${scopes} of an API key; of a session, that its user is a member.`
          : `Needs ${scopes}.`;
      const bound =
        access.boundKeys === 'refused' ? ' API keys that are bound to projects are refused.' : '';
      return `${needs}${describeBodyScopes(access)}${bound}`;
    }
  }
}

function describeBodyScopes({ scopesIf = {}, scopesUnless = {} }: ScopedAccess): string {
  const list = (scopes: readonly string[]) => scopes.map((scope) => `\`${scope}\``).join(' and ');
  return [
    ...Object.entries(scopesIf).map(
      ([member, scopes]) => ` With \`${member}\` it also needs ${list(scopes)}.`,
    ),
    ...Object.entries(scopesUnless).map(
      ([member, scopes]) => ` Without \`${member}\` it also needs ${list(scopes)}.`,
    ),
  ].join('');
}

function securityOf({ access, body }: EndpointDefinition): SecurityRequirement[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'auth':
      // What takes no body is about the session of the cookie, if there is one.
      return body ? [] : [{}, { Session: [] }];
    case 'session':
      return [{ Session: [] }];
    case 'optional-session':
      return [{}, { Session: [] }];
    case 'scopes':
      return [{ ApiKey: [...access.scopes] }, { Session: [] }];
  }
}

const securitySchemes = (cookieName: string): OpenApiDocument['components']['securitySchemes'] => ({
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The word `ApiKey`, a space, and the key: `Authorization: ApiKey plk_…`.',
  },
  Session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
    description: 'Set by sign-in. What changes something needs an allowed `Origin` beside it.',
  },
});
