import { type Static, Type } from 'typebox';
import { MailedToken } from '../auth.ts';
import {
  endpoint,
  optionalSessionAccess,
  publicAccess,
  scopedOrMember,
  unbound,
} from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable } from '../schema/build.ts';
import {
  Actor,
  Email,
  EmailAddress,
  Id,
  Label,
  MailedName,
  MemberLocales,
  RoleSchema,
  SearchText,
  Timestamp,
} from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { NewPassword } from '../schema/password.ts';
import { Organization, organizationParams } from './organizations.ts';

const InvitedProjects = nullable(
  Type.Array(Id, { minItems: 1, maxItems: LIMITS.grantsPerMember, uniqueItems: true }),
  {
    description:
      'Projects for which the invited person gets the role, as a guest of the organization. Null if the role is for the whole organization.',
  },
);

export const Invitation = named('Invitation', {
  id: Id,
  email: EmailAddress,
  role: { ...RoleSchema, description: 'Role that the invited person gets in the organization.' },
  localeCodes: MemberLocales,
  projectIds: InvitedProjects,
  invitedBy: Actor,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  acceptedAt: nullable(Timestamp, {
    description: 'Time at which the invitation was accepted. Null until then.',
  }),
  revokedAt: nullable(Timestamp, {
    description: 'Time at which the invitation was revoked. Null if it has not been revoked.',
  }),
});
export type Invitation = Static<typeof Invitation>;

export const CreatedInvitation = named('CreatedInvitation', {
  ...Invitation.properties,
  link: nullable(Type.String(), {
    description:
      'Link that accepts the invitation, to be handed over, from a server without a mail server. Null if the invitation is mailed.',
  }),
});
export type CreatedInvitation = Static<typeof CreatedInvitation>;

export const organizationsInvitationsList = endpoint({
  id: 'organizations.invitations.list',
  method: 'GET',
  path: '/v1/organizations/:organizationId/invitations',
  summary: 'Lists open invitations, newest first. Pass `includeEnded=true` to include ended ones.',
  access: unbound(scopedOrMember('admin:api-keys')),
  params: organizationParams,
  query: listQuery({
    includeEnded: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Includes accepted, revoked and expired invitations. Defaults to false.',
      }),
    ),
    q: Type.Optional({ ...SearchText, description: 'Part of the email address.' }),
  }),
  data: Type.Array(Invitation),
  meta: ListMeta,
});

export const organizationsInvitationsCreate = endpoint({
  id: 'organizations.invitations.create',
  method: 'POST',
  path: '/v1/organizations/:organizationId/invitations',
  summary: 'Mails an invitation, or returns its link. Registered addresses get the same response.',
  access: unbound(scopedOrMember('admin:api-keys')),
  rate: 'strict',
  params: organizationParams,
  body: closed({
    email: Email,
    role: RoleSchema,
    localeCodes: Type.Optional({ ...MemberLocales, default: null }),
    projectIds: Type.Optional({ ...InvitedProjects, default: null }),
  }),
  status: 201,
  data: CreatedInvitation,
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

export const InvitationPreview = named('InvitationPreview', {
  organizationName: Label,
  inviterName: Label,
  role: { ...RoleSchema, description: 'The role that accepting the invitation gives.' },
  email: { ...EmailAddress, description: 'The address that the invitation was sent to.' },
  hasAccount: Type.Boolean({
    description:
      'True if a verified account has the address: its owner signs in to accept. If false, accepting takes a name and a password for the new account.',
  }),
  canCreateAccount: Type.Boolean({
    description:
      'False if the address has an account, or if the server has `SIGN_UP=closed`: then the operator creates the account.',
  }),
  expiresAt: Timestamp,
});
export type InvitationPreview = Static<typeof InvitationPreview>;

export const organizationsInvitationsPreview = endpoint({
  id: 'organizations.invitations.preview',
  method: 'POST',
  path: '/v1/organizations/invitations/preview',
  summary:
    'Returns the details of a mailed invitation to the holder of its token. The token stays valid.',
  access: publicAccess,
  body: closed({ token: MailedToken }),
  data: InvitationPreview,
  errors: ['invalid_token'],
});

export const organizationsInvitationsAccept = endpoint({
  id: 'organizations.invitations.accept',
  method: 'POST',
  path: '/v1/organizations/invitations/accept',
  summary:
    'Accepts a mailed invitation to an organization. Without a session, it creates an account and signs in.',
  access: optionalSessionAccess,
  body: closed({
    token: MailedToken,
    name: Type.Optional({
      ...MailedName,
      description: 'Name for the new account, if there is no session.',
    }),
    password: Type.Optional({
      ...NewPassword,
      description: 'Password for the new account, if there is no session.',
    }),
  }),
  data: Organization,
  errors: ['invalid_token', 'conflict', 'sign_up_closed'],
});
