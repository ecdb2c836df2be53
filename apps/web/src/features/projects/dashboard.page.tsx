import '../../i18n/dashboard.ts';
import type { Organization } from '@parlance/contracts';
import { useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../lib/role.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Empty, Page } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Activity } from './activity.tsx';
import css from './dashboard.module.css';
import { DashboardAttention } from './dashboard-attention.tsx';
import { projectsProgressQuery } from './progress.queries.ts';
import { ProjectTrend } from './project-trend.tsx';
import { projectsQuery } from './projects.queries.ts';
import { UsageFigures } from './usage-figures.tsx';

/** Locales of a project on its card; the rest is on its own page. */
const LOCALES_SHOWN = 5;

export function DashboardPage({
  organization,
  denial,
}: {
  organization: Organization;
  /** Why the role of the user may not create projects. Null if it may. */
  denial: ReactNode;
}) {
  const { t } = useTranslation();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    projectsQuery(organization.id),
  );
  const progress = useInfiniteQuery(projectsProgressQuery(organization.id));
  const points = new Map(
    progress.data?.pages.flatMap((page) => page.data).map((one) => [one.projectId, one.points]),
  );
  const projects = data.pages.flatMap((page) => page.data);
  const params = { org: organization.slug };
  const mayWrite = denial === null;
  const create = (
    <Link to="/o/$org/projects/new" params={params} className={buttonClass()}>
      {t('projects.new')}
    </Link>
  );
  if (projects.length === 0) {
    return (
      <Page title={t('projects.title')}>
        <Empty text={t('projects.empty')} action={mayWrite && create} />
        {denial}
      </Page>
    );
  }
  return (
    <Page title={t('projects.title')} actions={mayWrite && create}>
      <DashboardAttention organization={organization} projects={projects} />
      <ul className={css.cards}>
        {projects.map(({ id, name, keys, locales, lastReleaseAt }) => (
          <li key={id} className={css.card}>
            <h2 dir="auto">
              <Link to="/o/$org/p/$project" params={{ ...params, project: id }}>
                {name}
              </Link>
            </h2>
            <p className={css.facts}>
              {t('projects.keys', { count: keys })}
              {' · '}
              {lastReleaseAt === null
                ? t('dashboard.notReleased')
                : t('dashboard.lastRelease', { time: new Date(lastReleaseAt) })}
            </p>
            <ProjectTrend points={points.get(id)} />
            {locales.slice(0, LOCALES_SHOWN).map(({ code, percent }) => (
              // Rounded down, so that 100 % means that nothing is missing.
              <Progress key={code} label={code} value={Math.floor(percent)} />
            ))}
            {locales.length > LOCALES_SHOWN && (
              <p className={css.facts}>
                {t('projects.moreLocales', { count: locales.length - LOCALES_SHOWN })}
              </p>
            )}
            <p>
              {locales.length > 1 && (
                <Link
                  to="/o/$org/p/$project/review"
                  params={{ ...params, project: id }}
                  aria-label={t('dashboard.reviewNamed', { name })}
                >
                  {t('dashboard.review')}
                </Link>
              )}
              {locales.length === 1 && mayWrite && (
                <Link
                  to={`/o/$org/p/$project/${keys === 0 ? 'import' : 'locales'}`}
                  params={{ ...params, project: id }}
                >
                  {t(`progress.start.${keys === 0 ? 'import' : 'locales'}`)}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
      <MoreButton
        list={{
          hasNextPage,
          isFetchingNextPage,
          fetchNextPage: () => Promise.all([fetchNextPage(), progress.fetchNextPage()]),
        }}
        text={t('more')}
      />
      {mayDo(organization.role, 'usage:read') && <UsageFigures organization={organization} />}
      <Activity organization={organization} />
    </Page>
  );
}
