import '../../i18n/parts/project.ts';
import '../../i18n/parts/queue.ts';
import { useInfiniteQuery, useQueries, useQuery, useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { environmentsQuery } from '../../lib/environments.queries.ts';
import { rowsOf } from '../../lib/paged-query.ts';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Page, PageSkeleton, Section } from '../../ui/page/page.tsx';
import { OverviewAttention } from './attention/overview-attention.tsx';
import { LocaleTable } from './locale-table.tsx';
import {
  lastEventsQuery,
  openWorkQuery,
  progressQuery,
  stateCountsQuery,
} from './progress.queries.ts';
import { FIRST_DAYS, ProgressSection } from './progress-section.tsx';
import { localesQuery, projectQuery } from './projects.queries.ts';

export interface ProjectPageProps {
  organizationId: string;
  projectId: string;
}

/** Shows the progress of the locales, the live releases, and running work. */
export function OverviewPage({
  organizationId,
  projectId,
  mayPublish,
  mayTranslate,
  mayWrite,
  activity,
}: ProjectPageProps & {
  mayPublish: boolean;
  /** False for a role that may only read. */
  mayTranslate: boolean;
  /** False for a role that may not import files or add locales. */
  mayWrite: boolean;
  /** Sections of other features: running jobs and the last import. */
  activity: ReactNode;
}) {
  const { t } = useTranslation();
  const [{ data: project }, { data: locales }] = useSuspenseQueries({
    queries: [projectQuery(organizationId, projectId), localesQuery(organizationId, projectId)],
  });
  const list = useInfiniteQuery(environmentsQuery(organizationId, projectId));
  const environments = rowsOf(list);
  const enabled = locales.filter((locale) => locale.enabled);
  const targets = enabled.filter(({ isSource }) => !isSource);
  const hasKeys = locales.some(
    ({ counts }) => counts.translated + counts.needsReview + counts.missing > 0,
  );
  const counts = useQuery(stateCountsQuery(organizationId, projectId));
  const isAttentionShown = mayTranslate && hasKeys;
  const above = useQueries({
    queries: [
      { ...lastEventsQuery(organizationId, projectId), enabled: isAttentionShown },
      { ...openWorkQuery(organizationId, projectId), enabled: isAttentionShown },
      {
        ...progressQuery(organizationId, projectId, FIRST_DAYS),
        enabled: hasKeys && targets.length > 0,
      },
    ],
  });
  // Waits for all responses, because each late one would move the sections below it.
  if (counts.isLoading || above.some(({ isLoading }) => isLoading)) {
    return <PageSkeleton title={project.name} />;
  }
  return (
    <Page title={project.name}>
      {isAttentionShown && (
        <OverviewAttention
          project={project}
          locales={targets.map(({ code }) => code)}
          environments={environments}
          mayPublish={mayPublish}
        />
      )}
      <Section title={t('overview.progress')}>
        <LocaleTable locales={enabled} counts={counts.data} />
        <p className={entries.note}>{t('queue.units')}</p>
        {targets.some(({ counts }) => counts.translated + counts.needsReview > 0) && (
          <p>
            <Link from="/o/$org/p/$project" to="/o/$org/p/$project/review">
              {t('overview.review')}
            </Link>
          </p>
        )}
      </Section>
      <ProgressSection
        organizationId={organizationId}
        projectId={projectId}
        locales={locales}
        hasKeys={hasKeys}
        mayWrite={mayWrite}
      />
      <Section title={t('overview.environments')}>
        <ul className={entries.list}>
          {environments.map(({ id, name, slug, latestRelease }) => (
            <li key={id} className={`${entries.entry} ${entries.head}`}>
              <strong dir="auto">{name}</strong> <code>{slug}</code>
              {latestRelease === null && !mayPublish && (
                <span className={entries.note}>{t('overview.unpublished')}</span>
              )}
              {latestRelease === null && mayPublish && (
                <Link
                  from="/o/$org/p/$project"
                  to="/o/$org/p/$project/environments/$env/publish"
                  params={{ env: slug }}
                >
                  {t('overview.publish', { name })}
                </Link>
              )}
              {latestRelease !== null && (
                <>
                  <Link
                    from="/o/$org/p/$project"
                    to="/o/$org/p/$project/releases/$releaseId"
                    params={{ releaseId: latestRelease.id }}
                  >
                    {t('overview.version', { version: latestRelease.version })}
                  </Link>
                  <span className={entries.note}>
                    {t('overview.published', { time: new Date(latestRelease.createdAt) })}
                  </span>
                </>
              )}
            </li>
          ))}
        </ul>
        <MoreButton list={list} text={t('more')} />
      </Section>
      {activity}
    </Page>
  );
}
