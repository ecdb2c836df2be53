import type { CreatedApiKey, Invitation, Organization, Role } from '@parlance/contracts';
import type { Scope } from '@parlance/contracts/scopes';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { lossesOf } from '../../lib/losses.ts';
import { pagedQuery, searchOf } from '../../lib/paged-query.ts';
import { mayDo } from '../../lib/person/role.ts';
import { webhooksQuery } from './webhooks/webhooks.queries.ts';

/** True if a member with this role may manage members, API keys and settings. */
export const isManager = (role: Role | null): boolean => mayDo(role, 'admin:api-keys');

/** Filters of the list of members. */
export interface MemberFilter {
  /** Part of the member's name or address. Empty for all members. */
  readonly q: string;
  /** Role of the members. Empty for all roles. */
  readonly role: Role | '';
}

export const membersQuery = (organizationId: string, { q, role }: MemberFilter) =>
  pagedQuery(['members', organizationId, q, role], (page) =>
    api(organizationId).organizations.members.list({
      organizationId,
      ...page,
      ...searchOf(q),
      ...(role !== '' && { role }),
    }),
  );

/** Query of whether the organization has only one owner. */
export const hasOneOwnerQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId, 'owners'],
    queryFn: async () => {
      const { members } = api(organizationId).organizations;
      const { data } = await members.list({ organizationId, role: 'owner', limit: 2 });
      return data.length === 1;
    },
  });

export const changeMember = (
  organizationId: string,
  userId: string,
  change: { role: Role } | { localeCodes: string[] | null },
) => api(organizationId).organizations.members.update({ organizationId, userId, ...change });

/**
 * Removes a member. Without `force`, returns the API keys that programs would lose, and removes
 * nobody if there are any.
 */
export const removeMember = (organizationId: string, userId: string, force: boolean) =>
  lossesOf(() =>
    api(organizationId).organizations.members.delete({ organizationId, userId, force }),
  );

/** Query of the open invitations. Only owners and admins may list them. */
export const invitationsQuery = (organizationId: string, q: string) =>
  pagedQuery(['invitations', organizationId, q], (page) =>
    api(organizationId).organizations.invitations.list({
      organizationId,
      ...page,
      ...searchOf(q),
    }),
  );

/** Role, locales and projects of an invited person. */
export type Invited = Pick<Invitation, 'role' | 'localeCodes' | 'projectIds'>;

export const invite = (
  organizationId: string,
  email: string,
  { role, localeCodes, projectIds }: Invited,
) =>
  api(organizationId).organizations.invitations.create({
    organizationId,
    email,
    role,
    localeCodes,
    projectIds,
  });

export const revokeInvitation = (organizationId: string, invitationId: string) =>
  api(organizationId).organizations.invitations.delete({ organizationId, invitationId });

/**
 * Query of the organization's API keys and of other members' personal API keys. Only owners and admins may list them.
 */
export const apiKeysQuery = (organizationId: string, q: string) =>
  pagedQuery(['api-keys', organizationId, q], (page) =>
    api(organizationId).apiKeys.list({ ...page, ...searchOf(q), withoutOwn: true }),
  );

/** Query of the personal API keys of the signed-in user. */
export const ownKeysQuery = (organizationId: string, q: string) =>
  pagedQuery(['own-keys', organizationId, q], (page) =>
    api(organizationId).users.apiKeys.list({ ...page, ...searchOf(q) }),
  );

/** The API key that the user wants to create. */
export interface KeyOrder {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Ids of the projects to which the key is bound. Null for all projects. */
  readonly projectIds: readonly string[] | null;
  /** Time at which the key expires. Null if it does not expire. */
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

/**
 * Query of the environments and of one locale of a project. From them, the page derives the address of published
 * texts.
 */
export const keyPlaceQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['key-place', organizationId, projectId],
    queryFn: async () => {
      const { environments, locales, projects } = api(organizationId).i18n;
      const [project, first, codes] = await Promise.all([
        projects.get({ projectId }),
        environments.list({ projectId, limit: 20 }),
        locales.list({ projectId, limit: 2 }),
      ]);
      const { slug, sourceLocale } = project.data;
      // The last locale is a target locale, unless the project has only the source locale.
      return { slug, environments: first.data, locale: codes.data.at(-1)?.code ?? sourceLocale };
    },
    staleTime: 0,
  });

type Viewed = Pick<Organization, 'id' | 'role'>;

/*
 * Functions that load all lists of a page before it is shown, because a list that arrives later
 * would move the content below it.
 */

export const loadMembers = (queries: QueryClient, { id, role }: Viewed) =>
  Promise.all([
    queries.ensureInfiniteQueryData(membersQuery(id, { q: '', role: '' })),
    queries.ensureQueryData(hasOneOwnerQuery(id)),
    isManager(role) && queries.prefetchInfiniteQuery(invitationsQuery(id, '')),
  ]);

export const loadKeys = (queries: QueryClient, { id, role }: Viewed) =>
  Promise.all([
    queries.ensureInfiniteQueryData(ownKeysQuery(id, '')),
    isManager(role) && queries.prefetchInfiniteQuery(apiKeysQuery(id, '')),
  ]);

export const loadWebhooks = async (queries: QueryClient, { id, role }: Viewed) => {
  if (isManager(role)) await queries.prefetchInfiniteQuery(webhooksQuery(id));
};

/** Number of projects whose locales are offered. */
const PROJECTS_READ = 200;

/** Query of the codes of the target locales of a project, or of all projects of an organization. */
export const projectLocalesQuery = (organizationId: string, projectId: string | null) =>
  queryOptions({
    queryKey: ['project-locales', organizationId, projectId],
    queryFn: async () => {
      const { data } = await api(organizationId).dashboard.projects({ limit: PROJECTS_READ });
      const chosenProjects = data.filter(({ id }) => projectId === null || id === projectId);
      const codes = chosenProjects.flatMap(({ sourceLocale, locales }) =>
        locales.flatMap(({ code }) => (code === sourceLocale ? [] : [code])),
      );
      return [...new Set(codes)].sort();
    },
  });
