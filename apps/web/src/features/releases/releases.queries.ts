import type { Environment } from '@parlance/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const RELEASES_PER_PAGE = 10;
const CHANGES_PER_PAGE = 50;

const paged = (pageParam: string | null) => (pageParam === null ? {} : { cursor: pageParam });

/** The releases of an environment, newest first. */
export const releasesQuery = (organizationId: string, projectId: string, environment: string) =>
  infiniteQueryOptions({
    queryKey: ['releases', organizationId, projectId, environment],
    queryFn: ({ pageParam }) =>
      api(organizationId).i18n.releases.list({
        projectId,
        environment,
        limit: RELEASES_PER_PAGE,
        ...paged(pageParam),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });

export const releaseQuery = (organizationId: string, projectId: string, releaseId: string) =>
  queryOptions({
    queryKey: ['release', organizationId, projectId, releaseId],
    queryFn: async () =>
      (await api(organizationId).i18n.releases.get({ projectId, releaseId })).data,
  });

/** What a release of current values would change, counted by locale, with its checks. */
export const pendingQuery = (organizationId: string, projectId: string, environmentId: string) =>
  queryOptions({
    queryKey: ['pending', organizationId, projectId, environmentId],
    queryFn: async () =>
      (await api(organizationId).i18n.environments.pending({ projectId, environmentId })).data,
    staleTime: 0,
  });

/** Two states of a locale that are compared. */
export type Comparison =
  /** The live release of an environment with a release of current values. */
  | { locale: string; environmentId: string }
  /** The release `against`, by default the one before, with a release. */
  | { locale: string; releaseId: string; against?: string | undefined };

export const messageChangesQuery = (
  organizationId: string,
  projectId: string,
  comparison: Comparison,
) =>
  infiniteQueryOptions({
    queryKey: ['message-changes', organizationId, projectId, comparison],
    queryFn: async ({ pageParam }) => {
      const { environments, releases } = api(organizationId).i18n;
      const page = { projectId, limit: CHANGES_PER_PAGE, ...paged(pageParam) };
      if ('releaseId' in comparison) {
        const { locale, releaseId, against } = comparison;
        const { data, meta } = await releases.diff({
          ...page,
          locale,
          releaseId,
          ...(against !== undefined && { against }),
        });
        return { changes: data, meta };
      }
      const { data, meta } = await environments.pending({ ...page, ...comparison });
      return { changes: data.changes, meta };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
  });

export const publish = async (
  organizationId: string,
  projectId: string,
  release: {
    environment: string;
    note?: string;
    fromReleaseId?: string;
    failOn?: 'error' | 'warning';
  },
) => (await api(organizationId).i18n.releases.create({ projectId, ...release })).data;

export type EnvironmentFields = Pick<Environment, 'name' | 'slug' | 'fallback'>;

export const createEnvironment = (
  organizationId: string,
  projectId: string,
  { slug, ...fields }: EnvironmentFields,
) => api(organizationId).i18n.environments.create({ projectId, ...fields, ...(slug && { slug }) });

export const updateEnvironment = (
  organizationId: string,
  projectId: string,
  environmentId: string,
  fields: EnvironmentFields,
) => api(organizationId).i18n.environments.update({ projectId, environmentId, ...fields });

export const archiveEnvironment = (
  organizationId: string,
  projectId: string,
  environmentId: string,
) => api(organizationId).i18n.environments.delete({ projectId, environmentId });
