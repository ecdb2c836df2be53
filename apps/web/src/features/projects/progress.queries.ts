import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { PROJECTS_PER_PAGE } from './projects.queries.ts';

/** The progress of the displayed projects in the last 30 days, in pages of the same size. */
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

/** The progress of the locales of a project over time. */
export const progressQuery = (organizationId: string, projectId: string, days: number) =>
  queryOptions({
    queryKey: ['progress', organizationId, projectId, days],
    queryFn: async () => (await api(organizationId).i18n.progress.get({ projectId, days })).data,
  });

/** Numbers of values by state and finding, for every locale of a project. */
export const stateCountsQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['counts', organizationId, projectId],
    queryFn: async () => (await api(organizationId).i18n.counts.get({ projectId })).data,
  });

/** The last change and the last translation job of a project, each null if there is none. */
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

/** The plan, the credits and the last 30 days of an organization. Only roles that may read the usage can load them. */
export const usageSummaryQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['usage-summary', organizationId],
    queryFn: async () => (await api(organizationId).dashboard.usage()).data,
    staleTime: 0,
  });
