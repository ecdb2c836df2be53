import { type Static, Type } from 'typebox';
import { endpoint, sessionAccess } from './endpoint.ts';
import { named, updateBody } from './schema/build.ts';
import { EmailAddress, Id, Label, MailedName, Timestamp } from './schema/common.ts';

const userFields = {
  id: Id,
  email: EmailAddress,
  name: Label,
  emailVerified: Type.Boolean({ description: 'Nobody signs in before it is.' }),
  createdAt: Timestamp,
};

export const User = named('User', userFields, 'A person’s account.');
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
  summary: 'Returns the current user.',
  access: sessionAccess,
  data: User,
});

export const usersMeUpdate = endpoint({
  id: 'users.me.update',
  method: 'PATCH',
  path: '/v1/users/me',
  summary: 'Changes the current user’s profile.',
  access: sessionAccess,
  body: updateBody({ name: Type.Optional(MailedName) }),
  data: User,
});

export const usersMeDelete = endpoint({
  id: 'users.me.delete',
  method: 'DELETE',
  path: '/v1/users/me',
  summary: 'Deactivates the current account: its sessions and keys end at once.',
  access: sessionAccess,
  data: DeactivatedUser,
});
