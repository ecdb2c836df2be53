import type { LocaleQueue, ProjectQueue } from '@parlance/contracts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const PROJECTS_PER_PAGE = 50;

/** Kinds of work that wait for a person. The most urgent kind comes first. */
export const WORK = ['proposals', 'toReview', 'questions', 'outdated', 'missing'] as const;
export type Work = (typeof WORK)[number];

/** Value of the locale filter on the page of questions for questions about keys. No locale has this tag. */
export const ABOUT_KEYS = 'keys';

/** Query of the work that waits for the user in a project. */
export const queueQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['queue', organizationId, projectId],
    queryFn: async () => (await api(organizationId).i18n.queue.get({ projectId })).data,
    staleTime: 0,
  });

/** Query of the work that waits for the user in the projects of an organization. */
export const queuesQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['queue', organizationId],
    queryFn: ({ pageParam }) =>
      api(organizationId).dashboard.queue({
        limit: PROJECTS_PER_PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
  });

/** Reloads the displayed work of an organization, for example in other languages. */
export const refreshQueues = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: ['queue'] });

/** Returns the amount of work of some kinds in all locales of a project. */
export const sumOfWork = (queue: ProjectQueue | undefined, kinds: readonly Work[]): number =>
  (queue?.locales ?? []).reduce((sum, locale) => sum + sumIn(locale, kinds), 0);

export const sumIn = (locale: LocaleQueue, kinds: readonly Work[] = WORK): number =>
  kinds.reduce((sum, kind) => sum + locale[kind], 0);
