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
import { gatherSchemas, HEADERS, PARAMETERS, type SchemaGatherer } from './components.ts';
import type { CatalogEntry, OpenApiDocument, Operation, SecurityRequirement } from './document.ts';
import { ERROR_NOTES } from './error-notes.ts';
import { parametersOf, requestBodyOf } from './request.ts';
import { responsesOf, type SharedResponses } from './responses.ts';

/** Areas of the API with their descriptions, in the order of the API reference. */
const AREAS = {
  health: 'Liveness and readiness checks.',
  auth: 'Sign-up, sign-in and passwords, for browsers. These endpoints ignore `Authorization`.',
  users: 'The account of the signed-in user.',
  notifications: 'Mails about notifications.',
  'api-keys': 'API keys with scopes, for automation.',
  organizations: 'Organizations, their members and invitations.',
  i18n: 'Projects with their locales, keys, values, glossaries, files, releases and bundles.',
  events: 'What changes in a project, as it happens.',
  translate: 'Machine translation: synchronous calls, estimates and jobs.',
  usage: 'Metered units of machine translation.',
  billing: 'Plan, credits, ledger and the purchase of credits.',
  dashboard: 'Summaries for a dashboard.',
  'audit-log': 'Actions of users and API keys in an organization.',
  webhooks: 'Requests that tell a server or a chat of events.',
} as const;

export interface OpenApiOptions {
  publicUrl: string;
  version: string;
  cookieName: string;
  endpoints?: readonly EndpointDefinition[];
}

/** Builds the OpenAPI 3.1 document from the schemas that also validate requests. */
export function buildOpenApi(options: OpenApiOptions): OpenApiDocument {
  const gatherer = gatherSchemas();
  gatherer.gather(Problem);
  const paths: OpenApiDocument['paths'] = {};
  const shared: SharedResponses = {};
  for (const endpoint of options.endpoints ?? ENDPOINTS) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operationOf(endpoint, gatherer, shared);
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
      schemas: sortByName(gatherer.schemas()),
      responses: sortByName(shared),
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

const sortByName = <Value>(named: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));

function describeError(code: ErrorCode): string {
  const { meaning, action } = ERROR_NOTES[code];
  return `${meaning} ${action}`;
}

const DESCRIPTION = `Localization management and machine translation.

A successful response is \`{ "data": …, "meta": … }\`. An error is a problem document (RFC 9457); programs branch on its \`code\`, which is stable. Member names are camelCase, ids are UUIDs, times are ISO 8601 in UTC, and locales are BCP 47 tags. Lists accept \`limit\` and \`cursor\`; \`meta.nextCursor\` is null on the last page.`;

function operationOf(
  endpoint: EndpointDefinition,
  gatherer: SchemaGatherer,
  shared: SharedResponses,
): Operation {
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
    responses: responsesOf(endpoint, gatherer, shared),
  };
}

function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Requires no credentials.';
    case 'auth':
      return access.origin === 'required'
        ? 'Requires no credentials, but an `Origin` on the allowed list.'
        : 'Requires no credentials. Rejects an `Origin` that is not on the allowed list.';
    case 'session':
      return 'Requires a browser session.';
    case 'optional-session':
      return 'Accepts a browser session or no credentials. Requires an `Origin` on the allowed list.';
    case 'api-key':
      return 'Requires an API key with any scopes.';
    case 'scopes': {
      const scopes = access.scopes.map((scope) => `\`${scope}\``).join(' and ');
      const needs =
        access.sessions === 'membership'
          ? `An API key needs ${scopes}; a session needs membership.`
          : `Requires ${scopes}.`;
      const bound =
        access.boundKeys === 'refused' ? ' Rejects API keys that are bound to projects.' : '';
      const people =
        access.organizationKeys === 'refused'
          ? ' Only for people: in a session, or with a personal API key.'
          : '';
      return `${needs}${describeBodyScopes(access)}${bound}${people}`;
    }
  }
}

function describeBodyScopes({ scopesIf = {}, scopesUnless = {} }: ScopedAccess): string {
  const list = (scopes: readonly string[]) => scopes.map((scope) => `\`${scope}\``).join(' and ');
  return [
    ...Object.entries(scopesIf).map(
      ([member, scopes]) => ` With \`${member}\` it also requires ${list(scopes)}.`,
    ),
    ...Object.entries(scopesUnless).map(
      ([member, scopes]) => ` Without \`${member}\` it also requires ${list(scopes)}.`,
    ),
  ].join('');
}

function securityOf({ access, body }: EndpointDefinition): SecurityRequirement[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'auth':
      return body ? [] : [{}, { Session: [] }];
    case 'session':
      return [{ Session: [] }];
    case 'optional-session':
      return [{}, { Session: [] }];
    case 'api-key':
      return [{ ApiKey: [] }];
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
    description: 'Set by sign-in. Requests with an unsafe method also need an allowed `Origin`.',
  },
});
