import type { JobEvent, TranslationJob } from '@parlance/sdk';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { live } from '../../lib/live.ts';
import { rarely } from '../../lib/rarely.ts';

/** Shortest time between two reads of what pages show of changes. */
const REST_MS = 2_000;

/** Answers that depend on the content of a project and are quick to read, by the first part of their keys. */
const OF_CHANGES: ReadonlySet<unknown> = new Set([
  'changes',
  'counts',
  'key-tree',
  'last-import',
  'locales',
  'progress',
]);
const OF_RELEASES: ReadonlySet<unknown> = new Set([
  'environments',
  'pending',
  'release',
  'releases',
]);
const OF_JOBS: ReadonlySet<unknown> = new Set(['job', 'jobs']);

const isRunning = ({ status }: Pick<TranslationJob, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** Returns a job with its progress now, or the job itself if it is not the one of the event. */
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

/** Keeps the answers in memory that belong to a project up to date with its events, until it is called back. */
export function refreshQueries(
  queries: QueryClient,
  organizationId: string,
  projectId: string,
): () => void {
  const jobsKey = ['jobs', organizationId, projectId];
  const invalidate = (names: ReadonlySet<unknown>) => {
    const isAffected = ({ queryKey }: Query): boolean =>
      queryKey[2] === projectId && names.has(queryKey[0]);
    // Reading a list again would end the reading of its next page, which a person asked for.
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
    const known = queries.getQueryData<TranslationJob>(key);
    const list = queries.getQueryData<JobPages>(jobsKey);
    const listed = list?.pages.flatMap(({ data }) => data).find(({ id }) => id === event.jobId);
    const shown = known ?? listed;
    if (!shown || !isRunning(shown) || shown.status !== event.status) {
      // It has begun or ended: more of it is different than its progress.
      if (shown?.status !== event.status) invalidate(OF_JOBS);
      return;
    }
    queries.setQueryData(key, known && withProgress(known, event));
    queries.setQueryData(jobsKey, list && withPages(list, event));
  }

  const stopEvents = live.onEvents(projectId, (events) => {
    const jobs = new Map<string, JobEvent>();
    for (const event of events) {
      if (event.type === 'job') {
        if (event.kind === 'translation') jobs.set(event.jobId, event);
      } else if (event.type === 'release') invalidate(OF_RELEASES);
      else changes.call();
    }
    for (const job of jobs.values()) onJob(job);
  });
  const stopState = live.subscribe(() => {
    // From now on, they ask for their progress themselves.
    if (!live.isLive(projectId)) invalidate(OF_JOBS);
  });
  return () => {
    stopEvents();
    stopState();
    changes.stop();
  };
}
