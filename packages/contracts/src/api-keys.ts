import { type Static, Type } from 'typebox';
import { endpoint, scoped } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { Actor, Id, Name, TimeInput, Timestamp } from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';
import { SCOPES } from './scopes.ts';

const ScopeSchema = choice(SCOPES, { title: 'Scope' });
const Scopes = Type.Array(ScopeSchema, {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
  description: 'None that its maker does not have.',
});

const apiKeyFields = {
  id: Id,
  name: Type.String({ description: 'Tells people what the key is for.' }),
  scopes: Type.Array(ScopeSchema, { description: 'What it may do.' }),
  prefix: Type.String({ description: 'First characters of the token, to tell keys apart.' }),
  projectIds: nullable(Type.Array(Id), {
    description: 'The only projects that the key reaches; null for all, and for the organization.',
  }),
  createdBy: Actor,
  createdAt: Timestamp,
  lastUsedAt: nullable(Timestamp, { description: 'To the minute; null: not yet.' }),
  expiresAt: nullable(Timestamp, { description: 'Refused from then on; null: never.' }),
  revokedAt: nullable(Timestamp, { description: 'Null while it is not revoked.' }),
};

export const ApiKey = named('ApiKey', apiKeyFields, 'A key for automation, without its token.');
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = named('CreatedApiKey', {
  ...apiKeyFields,
  token: Type.String({ description: 'The raw token, shown this once.' }),
});
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const apiKeysList = endpoint({
  id: 'api-keys.list',
  method: 'GET',
  path: '/v1/api-keys',
  summary:
    'Lists the organization’s API keys, newest first; with revoked keys if `includeRevoked` is true.',
  access: scoped('admin:api-keys'),
  query: listQuery({
    includeRevoked: Type.Optional(
      Type.Boolean({ default: false, description: 'Includes revoked keys. Defaults to false.' }),
    ),
  }),
  data: Type.Array(ApiKey),
  meta: ListMeta,
});

export const apiKeysCreate = endpoint({
  id: 'api-keys.create',
  method: 'POST',
  path: '/v1/api-keys',
  summary: 'Creates an API key. The answer carries the raw token, once.',
  access: scoped('admin:api-keys'),
  body: closed({
    name: Name,
    scopes: Scopes,
    expiresAt: Type.Optional(
      nullable(TimeInput, {
        description: 'A time to come; null, or left out: the key does not end.',
      }),
    ),
    projectIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: LIMITS.projectsPerApiKey,
        uniqueItems: true,
        description:
          'The only projects that the key reaches; left out: all that its maker reaches. A key that is bound to projects reaches its own translation jobs too, but nothing of the organization: no members, audit log, billing, purchases or jobs of others without a project.',
      }),
    ),
  }),
  status: 201,
  data: CreatedApiKey,
});

export const apiKeysDelete = endpoint({
  id: 'api-keys.delete',
  method: 'DELETE',
  path: '/v1/api-keys/:apiKeyId',
  summary: 'Revokes an API key at once.',
  access: scoped('admin:api-keys'),
  params: closed({ apiKeyId: Id }),
  data: ApiKey,
});
