import type { Environment, Release } from '@parlance/contracts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const RELEASES_PER_PAGE = 10;
const CHANGES_PER_PAGE = 50;

const isPublishing = (release: Release | undefined) => release?.status === 'publishing';
/** Interval in milliseconds at which a list is reloaded while a release in it is being published. */
const POLL_INTERVAL_MS = 2_000;
const WAIT_SECONDS = 30;

const paged = (pageParam: string | null) => (pageParam === null ? {} : { cursor: pageParam });

/** Query of the releases of an environment, newest first. */
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
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isPublishing)) ? POLL_INTERVAL_MS : false,
  });

/** Query of a release. For a release that is being published, the query waits until it is published or has failed. */
export const releaseQuery = (organizationId: string, projectId: string, releaseId: string) =>
  queryOptions({
    queryKey: ['release', organizationId, projectId, releaseId],
    queryFn: async ({ client, queryKey }) => {
      const waits = isPublishing(client.getQueryData<Release>(queryKey));
      const { data } = await api(organizationId).i18n.releases.get(
        { projectId, releaseId },
        waits ? { waitSeconds: WAIT_SECONDS } : {},
      );
      if (waits && !isPublishing(data)) void forgetReleases(client, projectId);
      return data;
    },
    refetchInterval: ({ state }) => (isPublishing(state.data) ? 1 : false),
  });

/** Reloads all data that depend on the releases of a project, except for the queries of single releases. */
export const forgetReleases = (queries: QueryClient, projectId: string) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[2] === projectId && queryKey[0] !== 'release',
  });

/** A release before it is published: of the current values, or of the content of an earlier release. */
interface Pending {
  environmentId: string;
  fromReleaseId?: string;
}

/** Query of the changes that a release would make, by locale, and of its checks. */
export const pendingQuery = (organizationId: string, projectId: string, pending: Pending) =>
  queryOptions({
    queryKey: ['pending', organizationId, projectId, pending],
    queryFn: async () =>
      (await api(organizationId).i18n.environments.pending({ projectId, ...pending })).data,
    staleTime: 0,
  });

/** The two releases of a locale that are compared. */
export type Comparison =
  /** Compares what the readers of an environment have with what a release would publish. */
  | ({ locale: string } & Pending)
  /** Compares a release with the release `against`. By default, this is the release before it. */
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
    skipUnchanged: boolean;
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
