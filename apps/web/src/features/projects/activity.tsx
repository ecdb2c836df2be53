import '../../i18n/parts/changes.ts';
import type { DashboardActivity } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { FILE_FORMATS } from '../../lib/locale/locale-file.ts';
import { actorName } from '../../lib/words/actor-name.ts';
import { groupByHour } from '../../lib/words/group-by-hour.ts';
import entries from '../../ui/display/entries.module.css';
import { HourGroups } from '../../ui/display/hour-groups.tsx';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Section } from '../../ui/page/page.tsx';
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
      <HourGroups
        groups={groupByHour(rows.map((row) => ({ ...row, by: row.actor })))}
        nameOf={actorName}
        hourOf={(at) => t('hour', { time: new Date(at) })}
      >
        {({ projectId, projectName, at, ...outcome }) => (
          <>
            <span>
              <Outcome outcome={outcome} />
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
              {t('changes.time', { time: new Date(at) })}
            </span>
          </>
        )}
      </HourGroups>
      <MoreButton list={list} text={t('more')} />
    </Section>
  );
}

type Outcome = Pick<DashboardActivity, 'import' | 'release' | 'job'>;

/** The result of an activity. */
function Outcome({ outcome: { import: brought, release, job } }: { outcome: Outcome }) {
  const { t } = useTranslation();
  if (brought) return <Imported brought={brought} />;
  if (release) {
    const { version, environment, locales: count } = release;
    return t('dashboard.activities.release', { version, environment, count });
  }
  if (!job) return null;
  const { status, strings: count, done, failed } = job;
  return [
    t(`dashboard.activities.${status}`, { count, done }),
    ...(failed > 0 && status !== 'failed'
      ? [t('dashboard.activities.failures', { value: failed })]
      : []),
  ].join(' · ');
}

function Imported({ brought }: { brought: NonNullable<DashboardActivity['import']> }) {
  const { t } = useTranslation();
  const { format, locale } = brought;
  const label = FILE_FORMATS.find(({ value }) => value === format)?.label ?? format;
  const what = [locale === null ? null : codeLabel(locale), label]
    .filter((part) => part !== null)
    .join(', ');
  const counts = (
    [
      [brought.keysCreated, 'changes.counts.keysCreated'],
      [brought.keysRestored, 'changes.counts.keysRestored'],
      [brought.keysArchived, 'changes.counts.keysArchived'],
      [brought.valuesCreated, 'dashboard.activities.valuesCreated'],
      [brought.valuesUpdated, 'dashboard.activities.valuesUpdated'],
    ] as const
  ).flatMap(([count, key]) => (count > 0 ? [t(key, { count })] : []));
  const title =
    what === '' ? t('changes.kinds.import') : t('dashboard.activities.import', { what });
  return [title, ...counts].join(' · ');
}
