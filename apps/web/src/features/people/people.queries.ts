import type { CreatedApiKey, Role } from '@parlance/contracts';
import type { Scope } from '@parlance/contracts/scopes';
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

/** Keys of the organization, and the personal keys of its members. Only owners and admins may list them. */
export const apiKeysQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['api-keys', organizationId],
    queryFn: async () => await Array.fromAsync(api(organizationId).apiKeys.listAll({})),
  });

/** Personal keys of the signed-in user. */
export const ownKeysQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['own-keys', organizationId],
    queryFn: async () => await Array.fromAsync(api(organizationId).users.apiKeys.listAll({})),
  });

/** Projects that a key can be restricted to. */
export const keyProjectsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['key-projects', organizationId],
    queryFn: async () => await Array.fromAsync(api(organizationId).i18n.projects.listAll({})),
  });

/** A key to create. */
export interface KeyOrder {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null for every project. */
  readonly projectIds: readonly string[] | null;
  /** Null for a key that does not expire. */
  readonly expiresAt: string | null;
}

export async function createKey(
  organizationId: string,
  { name, scopes, projectIds, expiresAt }: KeyOrder,
  isPersonal: boolean,
): Promise<CreatedApiKey> {
  const { apiKeys, users } = api(organizationId);
  const body = {
    name,
    scopes: [...scopes],
    ...(projectIds && { projectIds: [...projectIds] }),
  };
  const { data } = isPersonal
    ? await users.apiKeys.create({ ...body, expiresAt: expiresAt! })
    : await apiKeys.create({ ...body, expiresAt });
  return data;
}

export const revokeKey = (organizationId: string, apiKeyId: string, isOwn: boolean) => {
  const { apiKeys, users } = api(organizationId);
  return isOwn ? users.apiKeys.delete({ apiKeyId }) : apiKeys.delete({ apiKeyId });
};
