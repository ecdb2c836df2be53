import { type Static, Type } from 'typebox';
import { apiKeyAccess, endpoint, scoped } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { Actor, Id, Label, Name, SearchText, Slug, TimeInput, Timestamp } from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';
import { SCOPES } from './scopes.ts';

const ScopeSchema = choice(SCOPES, { title: 'Scope' });
export const Scopes = Type.Array(ScopeSchema, {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
  description: 'Scopes to grant. Each must be a scope that the creator of the key has.',
});

export const KeyProjects = Type.Array(Id, {
  minItems: 1,
  maxItems: LIMITS.projectsPerApiKey,
  uniqueItems: true,
  description:
    'Projects that the key is restricted to. Defaults to every project that the creator of the key can reach. A restricted key can also reach the translation jobs that it created, but nothing that belongs to the organization as a whole: members, audit log, billing, purchases, or jobs without a project that others created.',
});

const apiKeyFields = {
  id: Id,
  name: Type.String({ description: 'Name that tells people what the key is for.' }),
  scopes: Type.Array(ScopeSchema, { description: 'Scopes that the key grants.' }),
  prefix: Type.String({
    description: 'First characters of the token, to tell keys apart in a list.',
  }),
  personal: Type.Boolean({
    description:
      'True for a personal key. It has only the scopes that the role of its creator still has, and ends with the membership.',
  }),
  projectIds: nullable(Type.Array(Id), {
    description:
      'Projects that the key is restricted to. Null if the key reaches every project and the organization itself.',
  }),
  createdBy: Actor,
  createdAt: Timestamp,
  lastUsedAt: nullable(Timestamp, {
    description:
      'Time of the last use, accurate to the minute. Null if the key has never been used.',
  }),
  expiresAt: nullable(Timestamp, {
    description: 'Time from which the key is refused. Null if the key does not expire.',
  }),
  revokedAt: nullable(Timestamp, {
    description: 'Time at which the key was revoked. Null if it has not been revoked.',
  }),
};

const organization = closed(
  { id: Id, name: Label, slug: Slug },
  { description: 'Organization that the key belongs to.' },
);

export const ApiKey = named(
  'ApiKey',
  apiKeyFields,
  'An API key for automation, without its token.',
);
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = named('CreatedApiKey', {
  ...apiKeyFields,
  token: Type.String({ description: 'The raw token. It is returned only in this response.' }),
  organization,
});
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const ApiKeySelf = named(
  'ApiKeySelf',
  {
    ...apiKeyFields,
    organization,
    server: closed(
      {
        version: Type.String({ description: 'Version of the server.' }),
        oldestCli: Type.String({
          description: 'Oldest version of the command line that the server supports.',
        }),
      },
      { description: 'Server that responds.' },
    ),
  },
  'The API key of the request and its reach.',
);
export type ApiKeySelf = Static<typeof ApiKeySelf>;

export const apiKeysSelf = endpoint({
  id: 'api-keys.self',
  method: 'GET',
  path: '/v1/api-keys/self',
  summary: 'Returns the API key of the request: its scopes, projects, expiry and organization.',
  access: apiKeyAccess,
  data: ApiKeySelf,
});

export const apiKeysRevokeSelf = endpoint({
  id: 'api-keys.revoke-self',
  method: 'POST',
  path: '/v1/api-keys/revoke-self',
  summary: 'Revokes the API key of the request with immediate effect.',
  access: apiKeyAccess,
  data: ApiKey,
});

export const keySearch = {
  q: Type.Optional({
    ...SearchText,
    description: 'Part of the name of the key, of its prefix or of the name of its creator.',
  }),
};

export const apiKeysList = endpoint({
  id: 'api-keys.list',
  method: 'GET',
  path: '/v1/api-keys',
  summary:
    'Lists the organization’s API keys, newest first. Pass `includeRevoked=true` to include revoked keys.',
  access: scoped('admin:api-keys'),
  query: listQuery({
    includeRevoked: Type.Optional(
      Type.Boolean({ default: false, description: 'Includes revoked keys. Defaults to false.' }),
    ),
    withoutOwn: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Leaves out the personal keys of the signed-in user, which `/v1/users/me/api-keys` lists. Defaults to false.',
      }),
    ),
    ...keySearch,
  }),
  data: Type.Array(ApiKey),
  meta: ListMeta,
});

export const apiKeysCreate = endpoint({
  id: 'api-keys.create',
  method: 'POST',
  path: '/v1/api-keys',
  summary: 'Creates an API key. Only this response contains the raw token.',
  access: scoped('admin:api-keys'),
  body: closed({
    name: Name,
    scopes: Scopes,
    expiresAt: Type.Optional(
      nullable(TimeInput, {
        description:
          'Time in the future at which the key expires. Null or omitted: the key does not expire.',
      }),
    ),
    projectIds: Type.Optional(KeyProjects),
  }),
  status: 201,
  data: CreatedApiKey,
});

export const apiKeysDelete = endpoint({
  id: 'api-keys.delete',
  method: 'DELETE',
  path: '/v1/api-keys/:apiKeyId',
  summary: 'Revokes an API key with immediate effect.',
  access: scoped('admin:api-keys'),
  params: closed({ apiKeyId: Id }),
  data: ApiKey,
});
