import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { PROJECTS_PER_PAGE } from './projects.queries.ts';

/** Query of the progress of projects in the last 30 days. Its pages are as large as those of the list of projects. */
export const projectsProgressQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['projects-progress', organizationId],
    queryFn: ({ pageParam }) =>
      api(organizationId).dashboard.progress({
        limit: PROJECTS_PER_PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });

/** Query of the daily progress of each locale in a project. */
export const progressQuery = (organizationId: string, projectId: string, days: number) =>
  queryOptions({
    queryKey: ['progress', organizationId, projectId, days],
    queryFn: async () => (await api(organizationId).i18n.progress.get({ projectId, days })).data,
  });

/** Query of the numbers of values by state and by finding, for each locale of a project. */
export const stateCountsQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['counts', organizationId, projectId],
    queryFn: async () => (await api(organizationId).i18n.counts.get({ projectId })).data,
  });

/** Query of the number of open questions and proposals, for each locale that has any. */
export const openWorkQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['open-work', organizationId, projectId],
    queryFn: async () => (await api(organizationId).i18n.openWork.get({ projectId })).data,
  });

/** Query of the last change and of the last translation job of a project. Either is null if there is none. */
export const lastEventsQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['changes', organizationId, projectId, 'last'],
    queryFn: async () => {
      const { i18n, translate } = api(organizationId);
      const [changes, jobs] = await Promise.all([
        i18n.changes.list({ projectId, limit: 1 }),
        translate.jobs.list({ projectId, limit: 1 }),
      ]);
      return { change: changes.data[0] ?? null, job: jobs.data[0] ?? null };
    },
  });

/**
 * Query of an organization's plan, credits and usage in the last 30 days. Only roles that may read the usage may call
 * it.
 */
export const usageSummaryQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['usage-summary', organizationId],
    queryFn: async () => (await api(organizationId).dashboard.usage()).data,
    staleTime: 0,
  });
