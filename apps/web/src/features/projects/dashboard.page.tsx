import '../../i18n/dashboard.ts';
import type { Organization } from '@parlance/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
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
import { Figures } from './figures.tsx';
import { projectsQuery } from './projects.queries.ts';

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
      {mayDo(organization.role, 'usage:read') && <Figures organizationId={organization.id} />}
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
            {locales.slice(0, LOCALES_SHOWN).map(({ code, percent }) => (
              <Progress key={code} label={code} value={percent} />
            ))}
            {locales.length > LOCALES_SHOWN && (
              <p className={css.facts}>
                {t('projects.moreLocales', { count: locales.length - LOCALES_SHOWN })}
              </p>
            )}
            <p>
              <Link
                to="/o/$org/p/$project/review"
                params={{ ...params, project: id }}
                aria-label={t('dashboard.reviewNamed', { name })}
              >
                {t('dashboard.review')}
              </Link>
            </p>
          </li>
        ))}
      </ul>
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} text={t('more')} />
      <Activity organization={organization} />
    </Page>
  );
}
