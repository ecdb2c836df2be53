import type { PersonalData } from '@parlance/contracts';
import type { UserPrincipal } from '../../domain/kernel/index.ts';
import type { PersonalRows } from '../../domain/people/index.ts';
import { presentApiKey } from '../api-keys/api-key.present.ts';
import { presentAuditEntry } from '../audit-log/audit-entry.present.ts';
import { presentGrants } from '../organizations/grant.present.ts';
import { presentInvitation } from '../organizations/invitation.present.ts';
import { presentSession } from './session.present.ts';

type Lists = Omit<PersonalData, 'account'>;
type Presenters = {
  readonly [Name in keyof PersonalRows]: (row: PersonalRows[Name]) => Lists[Name][number];
};

/** Returns, for each list, the function that converts database rows for the response. */
export const presentersFor = (principal: UserPrincipal): Presenters => ({
  memberships: (row) => ({
    organizationId: row.organization_id,
    organizationName: row.name,
    personal: row.personal,
    role: row.role,
    grants: presentGrants(row.grants),
    joinedAt: row.joined_at.toISOString(),
  }),
  formerMemberships: ({ organization_id: organizationId, left_at: leftAt }) => ({
    organizationId,
    leftAt: leftAt.toISOString(),
  }),
  sessions: (row) => presentSession(row, principal),
  mailedLinks: ({ id, purpose, email, created_at: createdAt }) => ({
    id,
    purpose,
    email,
    createdAt: createdAt.toISOString(),
  }),
  apiKeys: (row) => ({ organizationId: row.organization_id, ...presentApiKey(row) }),
  invitations: (row) => ({ organizationId: row.organization_id, ...presentInvitation(row) }),
  auditEntries: (row) => {
    const { projects: _, ...entry } = presentAuditEntry({ ...row, projects: [] });
    return { organizationId: row.organization_id, ...entry };
  },
  notifications: (row) => ({
    id: row.id,
    kind: row.kind,
    organizationId: row.organization_id,
    projectId: row.project_id,
    // In notifications of proposals, these columns contain ids of other objects.
    threadId: row.kind === 'proposal' ? null : row.thread_id,
    commentId: row.kind === 'proposal' ? null : row.comment_id,
    at: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }),
  actions: ({ type, id, at, organization_id: organizationId, project_id: projectId }) => ({
    type,
    id,
    organizationId,
    projectId,
    at: at.toISOString(),
  }),
});
