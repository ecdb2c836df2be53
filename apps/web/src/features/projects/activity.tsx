import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import entries from '../../ui/entries.module.css';
import { MoreButton } from '../../ui/more-button.tsx';
import { Empty, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ServerText } from '../../ui/server-text.tsx';
import { activityQuery } from './projects.queries.ts';

/** Imports, releases and jobs of all projects, newest first. */
export function Activity({ organization }: { organization: { id: string; slug: string } }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(activityQuery(organization.id));
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Section title={t('dashboard.activity')}>
      {list.error && <ProblemNotice error={list.error} />}
      {list.data && rows.length === 0 && <Empty text={t('dashboard.quiet')} />}
      <ol className={entries.list}>
        {rows.map(({ id, summary, projectId, projectName, actor, at }) => (
          <li key={id} className={entries.stack}>
            <span>
              <ServerText text={summary} />
            </span>
            <span className={entries.note}>
              {projectId !== null && (
                <>
                  <Link
                    to="/o/$org/p/$project"
                    params={{ org: organization.slug, project: projectId }}
                  >
                    <bdi>{projectName}</bdi>
                  </Link>
                  {' · '}
                </>
              )}
              {t('dashboard.by', { name: actor.name, time: new Date(at) })}
            </span>
          </li>
        ))}
      </ol>
      <MoreButton list={list} text={t('more')} />
    </Section>
  );
}
