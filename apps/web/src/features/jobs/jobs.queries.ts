import type { Locale, TranslationItem, TranslationJob } from '@parlance/contracts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { enginesQuery } from '../../lib/engines.queries.ts';
import { live } from '../../lib/live.ts';
import { firstOrder, type JobOrder, targetsOf } from './job-order.ts';

const JOBS_PER_PAGE = 20;
const FAILURES_PER_PAGE = 50;
/** Interval in milliseconds at which a list with a running job is reloaded. */
const POLL_INTERVAL_MS = 2_000;
/** Number of seconds after which a request for a running job returns, if the job has not ended before. */
const WAIT_SECONDS = 2;
/**
 * Interval in milliseconds at which a job is reloaded although events report its progress. The reload is needed
 * because events from before the stream was opened are missing.
 */
const LIVE_LOOK_MS = 15_000;

export const isRunning = ({ status }: Pick<TranslationJob, 'status'>): boolean =>
  status === 'queued' || status === 'running';

const pauseOf = (projectId: string, ms: number): number =>
  live.isLive(projectId) ? LIVE_LOOK_MS : ms;

const paged = (pageParam: string | null) => (pageParam === null ? {} : { cursor: pageParam });

/** Query of the jobs of a project, newest first. */
export const jobsQuery = (organizationId: string, projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['jobs', organizationId, projectId],
    queryFn: ({ pageParam }) =>
      api(organizationId).translate.jobs.list({
        projectId,
        limit: JOBS_PER_PAGE,
        ...paged(pageParam),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isRunning))
        ? pauseOf(projectId, POLL_INTERVAL_MS)
        : false,
  });

/** Query of a translation job. The response for a running job comes when the job ends, or after a time limit. */
export const jobQuery = (organizationId: string, projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ['job', organizationId, projectId, jobId],
    queryFn: async ({ client, queryKey, signal }) => {
      const cachedJob = client.getQueryData<TranslationJob>(queryKey);
      const waits = cachedJob !== undefined && isRunning(cachedJob) && !live.isLive(projectId);
      const { data } = await api(organizationId).translate.jobs.get(
        { jobId },
        { signal, ...(waits && { waitSeconds: WAIT_SECONDS }) },
      );
      if (cachedJob && isRunning(cachedJob) && !isRunning(data))
        void forgetTexts(client, projectId);
      return data;
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data) ? pauseOf(projectId, 1) : false,
  });

/** Reloads all data that depend on the texts and jobs of a project, except for the queries of single jobs. */
const forgetTexts = (queries: QueryClient, projectId: string) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[2] === projectId && queryKey[0] !== 'job',
  });

export interface Failure extends TranslationItem {
  readonly locale: string;
}

/** Query of the failed strings of a job. The service may return an empty page, after which the next page is read. */
export const failuresQuery = (
  organizationId: string,
  projectId: string,
  { id: jobId, status }: TranslationJob,
) =>
  infiniteQueryOptions({
    queryKey: ['job-failures', organizationId, projectId, jobId, status],
    queryFn: async ({ pageParam, signal }) => {
      let cursor = pageParam;
      for (;;) {
        const { data, meta } = await api(organizationId).translate.jobs.result(
          { jobId, status: 'failed', partial: true, limit: FAILURES_PER_PAGE, ...paged(cursor) },
          { signal },
        );
        const failures = Object.entries(data.locales).flatMap(([locale, { items }]) =>
          items.map((item): Failure => ({ ...item, locale })),
        );
        cursor = meta.nextCursor;
        if (failures.length > 0 || cursor === null) return { failures, nextCursor: cursor };
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

const workOf = (projectId: string, { targetLocales, include, engine, formality }: JobOrder) => ({
  projectId,
  targetLocales: [...targetLocales],
  include: [...include],
  ...(engine !== null && { engine }),
  ...(formality !== null && { formality }),
});

/** Query of the amount of work and the cost of a translation job. It does not start the job. */
export const estimateQuery = (organizationId: string, projectId: string, order: JobOrder) =>
  queryOptions({
    queryKey: ['estimate', organizationId, projectId, order],
    queryFn: async ({ signal }) =>
      (await api(organizationId).translate.estimate(workOf(projectId, order), { signal })).data,
    staleTime: 0,
  });

/**
 * Loads the initial data of the form for a new job: the locales that the engines support, and the
 * estimate. If this fails, the form shows the error.
 */
export async function prefetchNewJob(
  queries: QueryClient,
  [organizationId, projectId]: readonly [string, string],
  locales: readonly Locale[],
  chosen: readonly string[] | undefined,
): Promise<void> {
  const source = locales.find(({ isSource }) => isSource)?.code;
  const codes = targetsOf(locales).map(({ code }) => code);
  if (codes.length === 0) return;
  const engines = enginesQuery(organizationId, source, codes, projectId);
  await queries.prefetchQuery(engines);
  const order = firstOrder(locales, queries.getQueryData(engines.queryKey), chosen);
  if (order.targetLocales.length === 0) return;
  await queries.prefetchQuery(estimateQuery(organizationId, projectId, order));
}

export const startJob = async (organizationId: string, projectId: string, order: JobOrder) =>
  (await api(organizationId).translate.jobs.create(workOf(projectId, order))).data;

export const cancelJob = async (organizationId: string, jobId: string) =>
  (await api(organizationId).translate.jobs.cancel({ jobId })).data;
