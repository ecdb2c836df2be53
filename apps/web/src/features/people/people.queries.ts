import type { Role } from '@parlance/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { mayDo } from '../../lib/role.ts';

/** True if a member with `role` may manage members, keys and settings. */
export const isManager = (role: Role | null): boolean => mayDo(role, 'admin:api-keys');

export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId],
    queryFn: async () =>
      await Array.fromAsync(api(organizationId).organizations.members.listAll({ organizationId })),
  });

export const setRole = (organizationId: string, userId: string, role: Role) =>
  api(organizationId).organizations.members.update({ organizationId, userId, role });

export const removeMember = (organizationId: string, userId: string) =>
  api(organizationId).organizations.members.delete({ organizationId, userId });

/** Open invitations. Only owners and admins may list them. */
export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['invitations', organizationId],
    queryFn: async () =>
      await Array.fromAsync(
        api(organizationId).organizations.invitations.listAll({ organizationId }),
      ),
  });

export const invite = (organizationId: string, email: string, role: Role) =>
  api(organizationId).organizations.invitations.create({ organizationId, email, role });

export const revokeInvitation = (organizationId: string, invitationId: string) =>
  api(organizationId).organizations.invitations.delete({ organizationId, invitationId });
