import { type Static, Type } from 'typebox';
import { ApiKey, CreatedApiKey, KeyProjects, keySearch, Scopes } from './api-keys.ts';
import { endpoint, scoped, sessionAccess } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { choice, closed, named, nullable, recordOf, updateBody } from './schema/build.ts';
import {
  Email,
  EmailAddress,
  Empty,
  Id,
  Label,
  MailedName,
  MemberLocales,
  Name,
  ProjectId,
  RoleSchema,
  TimeInput,
  Timestamp,
} from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';
import { CurrentPassword, NewPassword } from './schema/password.ts';
import { RIGHTS, SCOPES } from './scopes.ts';

const userFields = {
  id: Id,
  email: EmailAddress,
  name: Label,
  emailVerified: Type.Boolean({
    description: 'True if the user has verified the email address. Signing in requires it.',
  }),
  createdAt: Timestamp,
};

export const User = named('User', userFields, 'The account of a person.');
export type User = Static<typeof User>;

const preferences = (description: string) =>
  recordOf(Type.Unknown(), { description, maxProperties: LIMITS.freeFormMembers });

export const UserProfile = named(
  'UserProfile',
  {
    ...userFields,
    preferences: preferences(
      'Settings of the user, such as language, theme, shortcuts, views and saved queries. Members are free-form. Mails follow `language`, a tag such as `de`.',
    ),
  },
  'The account of the signed-in user.',
);
export type UserProfile = Static<typeof UserProfile>;

const sessionFields = {
  id: Id,
  createdAt: Timestamp,
  lastUsedAt: {
    ...Timestamp,
    description: 'Time of the last call with the session, to the minute.',
  },
  expiresAt: { ...Timestamp, description: 'Time at which the session ends if it is not used.' },
  userAgent: nullable(Type.String(), {
    description: 'Browser that signed in, as it named itself. Null if it did not.',
  }),
  current: Type.Boolean({ description: 'True for the session of this call.' }),
};

export const Session = named('Session', sessionFields, 'A browser session of the signed-in user.');
export type Session = Static<typeof Session>;

export const EndedSession = named('EndedSession', { ...sessionFields, endedAt: Timestamp });
export type EndedSession = Static<typeof EndedSession>;

export const DeactivatedUser = named(
  'DeactivatedUser',
  { ...userFields, deactivatedAt: Timestamp },
  'The account as it was. Its sessions and API keys have ended, and its name and addresses are erased: in the account, invitations and audit logs immediately, in history and releases soon afterwards, where the `name` of the actor is then null.',
);
export type DeactivatedUser = Static<typeof DeactivatedUser>;

export const usersMeGet = endpoint({
  id: 'users.me.get',
  method: 'GET',
  path: '/v1/users/me',
  summary: 'Returns the signed-in user.',
  access: sessionAccess,
  data: UserProfile,
});

export const OwnAccess = named(
  'OwnAccess',
  {
    role: nullable(RoleSchema, {
      description: 'Role of the caller. Null for an API key of the organization.',
    }),
    localeCodes: MemberLocales,
    scopes: Type.Array(choice(SCOPES), { description: 'Scopes of the caller.' }),
    rights: Type.Array(choice(RIGHTS), {
      description: 'Rights of the caller, which narrow the scopes.',
    }),
  },
  'What the caller may do in a project, or in the organization outside of projects.',
);
export type OwnAccess = Static<typeof OwnAccess>;

export const usersMeAccess = endpoint({
  id: 'users.me.access',
  method: 'GET',
  path: '/v1/users/me/access',
  summary: 'Returns what the caller may do in a project. Without `projectId`: outside of projects.',
  access: scoped('i18n:read'),
  query: closed({ projectId: Type.Optional(ProjectId) }),
  data: OwnAccess,
});

export const usersMeUpdate = endpoint({
  id: 'users.me.update',
  method: 'PATCH',
  path: '/v1/users/me',
  summary: 'Updates the profile of the signed-in user.',
  access: sessionAccess,
  body: updateBody({
    name: Type.Optional(MailedName),
    preferences: Type.Optional(
      preferences(
        `Changes to the preferences as a JSON merge patch (RFC 7396): null removes a member. The result may have at most ${LIMITS.preferencesBytes} bytes as JSON.`,
      ),
    ),
  }),
  data: UserProfile,
  errors: ['limit_exceeded'],
});

export const usersMePassword = endpoint({
  id: 'users.me.password',
  method: 'POST',
  path: '/v1/users/me/password',
  summary: 'Changes the password of the signed-in user and ends the other sessions.',
  access: sessionAccess,
  rate: 'strict',
  body: closed({ current: CurrentPassword, next: NewPassword }),
  data: Empty,
  errors: ['invalid_credentials'],
});

export const usersMeEmail = endpoint({
  id: 'users.me.email',
  method: 'POST',
  path: '/v1/users/me/email',
  summary: 'Changes the email address, as soon as the new address is confirmed with a mailed link.',
  access: sessionAccess,
  rate: 'strict',
  body: closed({ email: Email, password: CurrentPassword }),
  data: Empty,
  errors: ['invalid_credentials'],
});

export const usersSessionsList = endpoint({
  id: 'users.sessions.list',
  method: 'GET',
  path: '/v1/users/me/sessions',
  summary: 'Lists the active sessions of the signed-in user, newest first.',
  access: sessionAccess,
  query: listQuery(),
  data: Type.Array(Session),
  meta: ListMeta,
});

export const usersSessionsDelete = endpoint({
  id: 'users.sessions.delete',
  method: 'DELETE',
  path: '/v1/users/me/sessions/:sessionId',
  summary: 'Ends a session of the signed-in user immediately.',
  access: sessionAccess,
  params: closed({ sessionId: Id }),
  data: EndedSession,
});

export const usersApiKeysList = endpoint({
  id: 'users.api-keys.list',
  method: 'GET',
  path: '/v1/users/me/api-keys',
  summary:
    'Lists the active personal keys of the signed-in user in the organization, newest first.',
  access: sessionAccess,
  query: listQuery(keySearch),
  data: Type.Array(ApiKey),
  meta: ListMeta,
});

export const usersApiKeysCreate = endpoint({
  id: 'users.api-keys.create',
  method: 'POST',
  path: '/v1/users/me/api-keys',
  summary: 'Creates a personal key. Only this response contains the raw token.',
  access: sessionAccess,
  body: closed({
    name: Name,
    scopes: Scopes,
    expiresAt: {
      ...TimeInput,
      description: `Time at which the key expires, at most ${LIMITS.personalKeyDays} days from now.`,
    },
    projectIds: Type.Optional(KeyProjects),
  }),
  status: 201,
  data: CreatedApiKey,
  errors: ['insufficient_scope'],
});

export const usersApiKeysDelete = endpoint({
  id: 'users.api-keys.delete',
  method: 'DELETE',
  path: '/v1/users/me/api-keys/:apiKeyId',
  summary: 'Revokes a personal key of the signed-in user with immediate effect.',
  access: sessionAccess,
  params: closed({ apiKeyId: Id }),
  data: ApiKey,
});

export const usersMeDelete = endpoint({
  id: 'users.me.delete',
  method: 'DELETE',
  path: '/v1/users/me',
  summary:
    'Ends the account of the signed-in user and erases the name and the addresses of the person.',
  access: sessionAccess,
  rate: 'strict',
  body: closed({
    password: Type.Optional({
      ...CurrentPassword,
      description: `Current password. Required if the session is older than ${LIMITS.freshSessionMinutes} minutes.`,
    }),
    force: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'True to end what `losses` of the error `conflict` names, too: organizations without other members, with their projects and API keys.',
      }),
    ),
  }),
  data: DeactivatedUser,
  errors: ['conflict', 'invalid_credentials'],
});
