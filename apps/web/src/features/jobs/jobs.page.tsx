import '../../i18n/parts/project.ts';
import type { Locale, Role } from '@parlance/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../lib/person/role.ts';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { JobEntry } from './job-entry.tsx';
import css from './jobs.module.css';
import { jobsQuery } from './jobs.queries.ts';
import { NewJob } from './new-job.tsx';

/** Starts translation jobs of a project and lists the existing ones. */
export function JobsPage({
  organizationId,
  projectId,
  role,
  locales,
  chosen,
  onStarted,
}: {
  organizationId: string;
  projectId: string;
  /** Role of the user in the organization. */
  role: Role | null;
  locales: readonly Locale[];
  /** Tags of the initially selected locales. If undefined, the locales with missing texts are selected. */
  chosen: readonly string[] | undefined;
  onStarted(jobId: string): void;
}) {
  const { t } = useTranslation();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    jobsQuery(organizationId, projectId),
  );
  const jobs = data.pages.flatMap((page) => page.data);
  return (
    <Page title={t('jobs.title')}>
      <Section title={t('jobs.new')}>
        {mayDo(role, 'translate:write') ? (
          <NewJob
            organizationId={organizationId}
            projectId={projectId}
            locales={locales}
            chosen={chosen}
            onStarted={onStarted}
          />
        ) : (
          <p>{t('jobs.notYours')}</p>
        )}
      </Section>
      {jobs.length > 0 && (
        <Section title={t('jobs.list')}>
          <ul className={css.list}>
            {jobs.map((job) => (
              <JobEntry key={job.id} job={job} />
            ))}
          </ul>
          <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} text={t('more')} />
        </Section>
      )}
    </Page>
  );
}
