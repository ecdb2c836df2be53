import '../../i18n/parts/project.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/page/page.tsx';
import { JobEntry } from './job-entry.tsx';
import css from './jobs.module.css';
import { isRunning, jobsQuery } from './jobs.queries.ts';

/** The running jobs of a project. Renders nothing without one. */
export function RunningJobs({
  organizationId,
  projectId,
}: {
  organizationId: string;
  projectId: string;
}) {
  const { t } = useTranslation();
  const { data } = useInfiniteQuery(jobsQuery(organizationId, projectId));
  const jobs = data?.pages.flatMap((page) => page.data).filter(isRunning) ?? [];
  if (jobs.length === 0) return null;
  return (
    <Section title={t('jobs.running')}>
      <ul className={css.list}>
        {jobs.map((job) => (
          <JobEntry key={job.id} job={job} />
        ))}
      </ul>
    </Section>
  );
}
