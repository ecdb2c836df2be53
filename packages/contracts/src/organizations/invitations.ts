import { type Static, Type } from 'typebox';
import { MailedToken, NewPassword } from '../auth.ts';
import { endpoint, optionalSessionAccess, scopedOrMember, unbound } from '../endpoint.ts';
import { closed, named, nullable } from '../schema/build.ts';
import { Actor, Email, EmailAddress, Id, Name, RoleSchema, Timestamp } from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { Organization, organizationParams } from './organizations.ts';

export const Invitation = named('Invitation', {
  id: Id,
  email: EmailAddress,
  role: { ...RoleSchema, description: 'The role that accepting it gives.' },
  invitedBy: Actor,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  acceptedAt: nullable(Timestamp, { description: 'Null: not yet.' }),
  revokedAt: nullable(Timestamp, { description: 'Null while it is not revoked.' }),
});
export type Invitation = Static<typeof Invitation>;

export const organizationsInvitationsList = endpoint({
  id: 'organizations.invitations.list',
  method: 'GET',
  path: '/v1/organizations/:organizationId/invitations',
  summary:
    'Lists open invitations, newest first; with accepted, revoked and expired ones if `includeEnded` is true.',
  access: unbound(scopedOrMember('admin:api-keys')),
  params: organizationParams,
  query: listQuery({
    includeEnded: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Includes accepted, revoked and expired invitations. Defaults to false.',
      }),
    ),
  }),
  data: Type.Array(Invitation),
  meta: ListMeta,
});

export const organizationsInvitationsCreate = endpoint({
  id: 'organizations.invitations.create',
  method: 'POST',
  path: '/v1/organizations/:organizationId/invitations',
  summary: 'Mails an invitation; answers the same for known and unknown addresses.',
  access: unbound(scopedOrMember('admin:api-keys')),
  rate: 'strict',
  params: organizationParams,
  body: closed({ email: Email, role: RoleSchema }),
  status: 201,
  data: Invitation,
  errors: ['conflict'],
});

export const organizationsInvitationsDelete = endpoint({
  id: 'organizations.invitations.delete',
  method: 'DELETE',
  path: '/v1/organizations/:organizationId/invitations/:invitationId',
  summary: 'Revokes an invitation.',
  access: unbound(scopedOrMember('admin:api-keys')),
  params: closed({ organizationId: Id, invitationId: Id }),
  data: Invitation,
  errors: ['conflict'],
});

export const organizationsInvitationsAccept = endpoint({
  id: 'organizations.invitations.accept',
  method: 'POST',
  path: '/v1/organizations/invitations/accept',
  summary:
    'Joins the organization of a mailed invitation; without a session, creates the account and signs it in.',
  access: optionalSessionAccess,
  body: closed({
    token: MailedToken,
    name: Type.Optional({ ...Name, description: 'Name of the new account.' }),
    password: Type.Optional({ ...NewPassword, description: 'Password of the new account.' }),
  }),
  data: Organization,
  errors: ['invalid_token', 'conflict', 'sign_up_closed'],
});
