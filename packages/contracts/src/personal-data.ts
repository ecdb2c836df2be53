import { type Static, Type } from 'typebox';
import { ApiKey } from './api-keys.ts';
import { AuditEntry } from './audit-log.ts';
import { endpoint, sessionAccess } from './endpoint.ts';
import { Notification } from './notifications.ts';
import { Invitation } from './organizations/invitations.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { EmailAddress, Id, MemberGrants, RoleSchema, Timestamp } from './schema/common.ts';
import { Session, UserProfile } from './users.ts';

const ofOrganization = { organizationId: Id };
const { projects: _, ...auditFields } = AuditEntry.properties;
const { id, kind, organizationId, projectId, threadId, commentId, at, readAt } =
  Notification.properties;

/**
 * Types of actions in an export of a user's personal data. The audit log is exported too, but it is
 * not in this list.
 */
export const PERSONAL_ACTIONS = [
  'bulk_change',
  'change',
  'comment',
  'comment_mute',
  'comment_resolution',
  'dismissed_check',
  'payment_order',
  'proposal',
  'proposal_decision',
  'proposal_vote',
  'release',
  'staged_import',
  'translation_job',
] as const;

export const PersonalData = named(
  'PersonalData',
  {
    account: UserProfile,
    memberships: Type.Array(
      closed({
        organizationId: Id,
        organizationName: Type.String({ description: 'Name of the organization.' }),
        personal: Type.Boolean({ description: 'True for the personal organization.' }),
        role: RoleSchema,
        grants: MemberGrants,
        joinedAt: Timestamp,
      }),
      { description: 'Memberships of the person in organizations.' },
    ),
    formerMemberships: Type.Array(closed({ organizationId: Id, leftAt: Timestamp }), {
      description: 'Organizations that the person has left.',
    }),
    sessions: Type.Array(Session, { description: 'Browser sessions, without their secrets.' }),
    mailedLinks: Type.Array(
      closed({
        id: Id,
        purpose: choice(['verify_email', 'reset_password', 'change_email'], {
          description: 'Purpose of the link.',
        }),
        email: nullable(EmailAddress, {
          description: 'New address that the link confirms. Null for other purposes.',
        }),
        createdAt: Timestamp,
      }),
      { description: 'Links that the service mailed to the person, without their secrets.' },
    ),
    apiKeys: Type.Array(closed({ ...ofOrganization, ...ApiKey.properties }), {
      description: 'API keys that the person created, without their tokens.',
    }),
    invitations: Type.Array(closed({ ...ofOrganization, ...Invitation.properties }), {
      description:
        'Invitations that the person sent, or that were sent to an address of the person.',
    }),
    auditEntries: Type.Array(closed({ ...ofOrganization, ...auditFields }), {
      description:
        'Audit log entries by the person or a personal API key, and entries about the person.',
    }),
    notifications: Type.Array(
      closed({ id, kind, organizationId, projectId, threadId, commentId, at, readAt }),
      {
        description:
          'Comments and proposals that the person was told of in the last 90 days, also in projects that the person no longer sees.',
      },
    ),
    actions: Type.Array(
      closed({
        type: choice(PERSONAL_ACTIONS, {
          description: 'Type of the action. A `change` is a write of keys or values.',
        }),
        id: Id,
        organizationId: nullable(Id, {
          description: 'Id of the organization. Null for actions in a project.',
        }),
        projectId: nullable(Id, {
          description: 'Id of the project. Null for actions outside a project.',
        }),
        at: Timestamp,
      }),
      {
        description:
          'Actions of the person, of personal API keys and of their jobs in projects and organizations. The strings themselves belong to the organizations, whose members export them.',
      },
    ),
  },
  'All data that the service stores about a person.',
);
export type PersonalData = Static<typeof PersonalData>;

export const usersMeExport = endpoint({
  id: 'users.me.export',
  method: 'GET',
  path: '/v1/users/me/export',
  summary: 'Exports everything that the service stores about the signed-in user.',
  access: sessionAccess,
  rate: 'strict',
  data: PersonalData,
});
