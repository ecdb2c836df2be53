import type { JobEvent, TranslationJob } from '@parlance/sdk';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { live } from '../../lib/live.ts';
import { rarely } from '../../lib/rarely.ts';

/** Minimum time in milliseconds between two reloads of data that changes affect. */
const REST_MS = 2_000;

/** First segments of the keys of queries that depend on a project's content and are quick to reload. */
const OF_CHANGES: ReadonlySet<unknown> = new Set([
  'changes',
  'counts',
  'key-tree',
  'last-import',
  'locales',
  'progress',
  'queue',
]);
const OF_RELEASES: ReadonlySet<unknown> = new Set([
  'environments',
  'pending',
  'release',
  'releases',
]);
const OF_PROPOSALS: ReadonlySet<unknown> = new Set(['proposals', 'open-work', 'queue']);
const OF_COMMENTS: ReadonlySet<unknown> = new Set(['comments', 'threads', 'open-work', 'queue']);
const OF_JOBS: ReadonlySet<unknown> = new Set(['job', 'jobs']);

const isRunning = ({ status }: Pick<TranslationJob, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/**
 * Returns a job with the progress from an event. Returns the same object if the event is about another job, or if
 * the job has ended.
 */
const withProgress = (job: TranslationJob, event: JobEvent): TranslationJob =>
  job.id === event.jobId && isRunning(job) && isRunning(event)
    ? { ...job, status: event.status, progress: event.progress }
    : job;

type JobPages = InfiniteData<{ data: TranslationJob[] }>;

const withPages = (list: JobPages, event: JobEvent): JobPages => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    data: page.data.map((job) => withProgress(job, event)),
  })),
});

/** Reloads the cached queries of a project when events arrive, until the returned function is called. */
export function refreshQueries(
  queries: QueryClient,
  organizationId: string,
  projectId: string,
): () => void {
  const jobsKey = ['jobs', organizationId, projectId];
  const invalidate = (names: ReadonlySet<unknown>) => {
    const isAffected = ({ queryKey }: Query): boolean =>
      queryKey[2] === projectId && names.has(queryKey[0]);
    // A reload of the list would cancel the loading of its next page, which the user has requested.
    const isGrowing = ({ state }: Query): boolean => state.fetchMeta?.fetchMore !== undefined;
    const affected = queries.getQueryCache().findAll({ predicate: isAffected });
    for (const { promise, queryKey } of affected.filter(isGrowing)) {
      const again = () => queries.invalidateQueries({ queryKey, exact: true });
      void promise?.then(again, again);
    }
    void queries.invalidateQueries({
      predicate: (query) => isAffected(query) && !isGrowing(query),
    });
  };
  const changes = rarely(() => invalidate(OF_CHANGES), REST_MS);

  function onJob(event: JobEvent): void {
    const key = ['job', organizationId, projectId, event.jobId];
    const cachedJob = queries.getQueryData<TranslationJob>(key);
    const list = queries.getQueryData<JobPages>(jobsKey);
    const listed = list?.pages.flatMap(({ data }) => data).find(({ id }) => id === event.jobId);
    const shown = cachedJob ?? listed;
    if (!shown || !isRunning(shown) || shown.status !== event.status) {
      // A change of the job's status affects more than its progress, so all queries of jobs are reloaded.
      if (shown?.status !== event.status) invalidate(OF_JOBS);
      return;
    }
    queries.setQueryData(key, cachedJob && withProgress(cachedJob, event));
    queries.setQueryData(jobsKey, list && withPages(list, event));
  }

  const stopEvents = live.onEvents(projectId, (events) => {
    const jobs = new Map<string, JobEvent>();
    for (const event of events) {
      if (event.type === 'job') {
        if (event.kind === 'translation') jobs.set(event.jobId, event);
      } else if (event.type === 'release') invalidate(OF_RELEASES);
      else if (event.type === 'proposal') invalidate(OF_PROPOSALS);
      else if (event.type === 'comment') invalidate(OF_COMMENTS);
      else if (event.type === 'inbox') continue;
      else changes.call();
    }
    for (const job of jobs.values()) onJob(job);
  });
  const stopState = live.subscribe(() => {
    // While no events arrive, the queries of jobs poll for progress. Reloading them starts the polling.
    if (!live.isLive(projectId)) invalidate(OF_JOBS);
    // Events may have been missed since the last connection.
    else invalidate(OF_COMMENTS);
  });
  return () => {
    stopEvents();
    stopState();
    changes.stop();
  };
}
