import '../../i18n/parts/live.ts';
import type { JobEvent } from '@parlance/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { live } from '../../lib/live.ts';
import { useLater } from '../../ui/hooks/use-later.ts';
import { joinLive } from './join-live.ts';
import css from './live-status.module.css';
import { refreshQueries } from './refresh-queries.ts';
import { refreshRights } from './refresh-rights.ts';

/** Time in which a newly opened page normally connects. */
const CONNECTING_MS = 8_000;

/** Shows whether the page has a live connection, and the progress of the project's jobs. */
export default function LiveStatus({
  org,
  organizationId,
  projectId,
}: {
  /** Slug of the organization. */
  org: string;
  organizationId: string;
  projectId: string;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const router = useRouter();
  const isLive = useSyncExternalStore(live.subscribe, () => live.isLive(projectId));
  const [jobs, setJobs] = useState<ReadonlyMap<string, JobEvent>>(new Map());
  useEffect(() => {
    const stopJobs = live.onEvents(projectId, (events) => {
      const told = events.filter((event) => event.type === 'job');
      if (told.length > 0) setJobs((shownJobs) => withEvents(shownJobs, told));
    });
    const stopQueries = refreshQueries(queries, organizationId, projectId);
    const leave = joinLive({
      organizationId,
      projectId,
      onEnd: () => void refreshRights(queries, { org, projectId }, () => router.invalidate()),
    });
    return () => {
      leave();
      stopQueries();
      stopJobs();
    };
  }, [queries, router, org, organizationId, projectId]);

  // A newly opened page is not connected yet. This is shown as a failure only after some time.
  const hasWaited = useLater(CONNECTING_MS);
  const state = isLive ? 'on' : hasWaited ? 'off' : 'connecting';
  const running = isLive ? [...jobs.values()] : [];
  const percent = percentOf(running);
  return (
    <span className={css.status}>
      {running.length > 0 && (
        <Link
          to="/o/$org/p/$project/jobs"
          params={{ org, project: projectId }}
          className={css.jobs}
        >
          {t('live.jobs', { count: running.length })}
          <svg
            className={css.track}
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect className={css.bar} width={percent} height="6" />
          </svg>
          <span className={css.percent}>{t('percent', { value: percent / 100 })}</span>
        </Link>
      )}
      <span className={css.mark} data-live={isLive || undefined} title={t(`live.${state}Hint`)}>
        <span aria-hidden="true" className={css.dot} />
        <span className={css.word}>{t(`live.${state}`)}</span>
      </span>
    </span>
  );
}

/** Returns the running jobs after they were updated by the events. */
function withEvents(
  earlierJobs: ReadonlyMap<string, JobEvent>,
  events: readonly JobEvent[],
): ReadonlyMap<string, JobEvent> {
  const jobs = new Map(earlierJobs);
  for (const event of events) {
    if (event.status === 'queued' || event.status === 'running') jobs.set(event.jobId, event);
    else jobs.delete(event.jobId);
  }
  return jobs;
}

/** Returns the finished percentage of all jobs together, rounded down. */
function percentOf(jobs: readonly JobEvent[]): number {
  let total = 0;
  let finished = 0;
  for (const { progress } of jobs) {
    total += progress.total;
    finished += progress.done + progress.failed;
  }
  return total === 0 ? 0 : Math.floor((100 * finished) / total);
}
