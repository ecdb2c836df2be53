import { type Static, Type } from 'typebox';
import { endpoint, sessionAccess } from './endpoint.ts';
import { named, updateBody } from './schema/build.ts';
import { EmailAddress, Id, Label, MailedName, Timestamp } from './schema/common.ts';

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

export const DeactivatedUser = named('DeactivatedUser', {
  ...userFields,
  deactivatedAt: Timestamp,
});
export type DeactivatedUser = Static<typeof DeactivatedUser>;

export const usersMeGet = endpoint({
  id: 'users.me.get',
  method: 'GET',
  path: '/v1/users/me',
  summary: 'Returns the signed-in user.',
  access: sessionAccess,
  data: User,
});

export const usersMeUpdate = endpoint({
  id: 'users.me.update',
  method: 'PATCH',
  path: '/v1/users/me',
  summary: 'Updates the profile of the signed-in user.',
  access: sessionAccess,
  body: updateBody({ name: Type.Optional(MailedName) }),
  data: User,
});

export const usersMeDelete = endpoint({
  id: 'users.me.delete',
  method: 'DELETE',
  path: '/v1/users/me',
  summary:
    'Deactivates the account of the signed-in user. Its sessions and API keys end immediately.',
  access: sessionAccess,
  data: DeactivatedUser,
});
