import type { Organization } from '@parlance/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queueQuery, sumOfWork, type Work } from '../../lib/queue.queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { isPartOf, PROJECT_GROUPS } from '../navigation.ts';
import css from './shell.module.css';
import { pagesOf } from './use-actions.ts';

const NO_WORK: readonly Work[] = [];
const EXACT = { exact: true, includeSearch: false };

/** The pages of the project in groups, or the pages of the organization. */
export function NavigationBar({
  organization: { id: organizationId, slug: org, role },
  project,
}: {
  organization: Organization;
  project: string | undefined;
}) {
  const { t } = useTranslation();
  const pathname = useLocation({ select: (location) => location.pathname });
  const { data: queue } = useQuery({
    ...queueQuery(organizationId, project ?? ''),
    enabled: project !== undefined,
  });
  // On a phone, the current page may be outside of the visible part of the navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a project has another navigation.
  useEffect(() => {
    document.querySelector('#pages [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [project]);
  if (project === undefined) {
    return (
      <nav id="pages" className={css.nav} aria-label={t('organizations.pages')}>
        {pagesOf(role).map(({ to, label, icon }) => (
          <Link key={to} to={to} params={{ org }} activeOptions={EXACT}>
            <Icon name={icon} />
            {t(label)}
          </Link>
        ))}
      </nav>
    );
  }
  return (
    <nav id="pages" className={css.nav} aria-label={t('shell.main')}>
      {PROJECT_GROUPS.map(({ label: group, pages }) => (
        <ul key={group} aria-label={t(group)}>
          {pages.map(({ to, label, icon, work = NO_WORK, workSearch }) => {
            const count = sumOfWork(queue, work);
            return (
              <li key={to}>
                <Link
                  to={to}
                  params={{ org, project }}
                  activeOptions={EXACT}
                  aria-current={isPartOf(pathname, to) || undefined}
                  {...(count > 0 && {
                    search: workSearch,
                    'aria-description': t('waiting', { count }),
                  })}
                >
                  <Icon name={icon} />
                  {t(label)}
                  {count > 0 && (
                    <span aria-hidden="true">
                      <Badge kind="active">{t('count', { count })}</Badge>
                    </span>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      ))}
    </nav>
  );
}
