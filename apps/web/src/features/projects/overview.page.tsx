import '../../i18n/project.ts';
import type { Locale } from '@parlance/contracts';
import { useInfiniteQuery, useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { environmentsQuery } from '../../lib/environments.queries.ts';
import { rowsOf } from '../../lib/paged-query.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import css from './overview.module.css';
import { OverviewAttention } from './overview-attention.tsx';
import { ProgressSection } from './progress-section.tsx';
import { localesQuery, projectQuery } from './projects.queries.ts';

export interface ProjectPageProps {
  organizationId: string;
  projectId: string;
}

/** How far the locales of a project are, what readers have, and what happens now. */
export function OverviewPage({
  organizationId,
  projectId,
  mayPublish,
  mayWrite,
  activity,
}: ProjectPageProps & {
  mayPublish: boolean;
  /** False for a role that may only read. */
  mayWrite: boolean;
  /** Sections of other features: running jobs, the last import. */
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
  return (
    <Page title={project.name}>
      {mayWrite && hasKeys && (
        <OverviewAttention
          project={project}
          locales={targets.map(({ code }) => code)}
          environments={environments}
          mayPublish={mayPublish}
        />
      )}
      <Section title={t('overview.progress')}>
        <ul className={css.locales}>
          {enabled.map((locale) => (
            <LocaleProgress key={locale.code} locale={locale} />
          ))}
        </ul>
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
      {activity}
      <Section title={t('overview.environments')}>
        <ul className={css.list}>
          {environments.map(({ id, name, slug, latestRelease }) => (
            <li key={id} className={css.environment}>
              <strong dir="auto">{name}</strong> <code>{slug}</code>
              {latestRelease === null && !mayPublish && (
                <span className={css.note}>{t('overview.unpublished')}</span>
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
                  <span className={css.note}>
                    {t('overview.published', { time: new Date(latestRelease.createdAt) })}
                  </span>
                </>
              )}
            </li>
          ))}
        </ul>
        <MoreButton list={list} text={t('more')} />
      </Section>
    </Page>
  );
}

/** The progress of a locale. Its figures lead to their rows in the editor. */
function LocaleProgress({ locale: { code, name, counts, isSource } }: { locale: Locale }) {
  const { t } = useTranslation();
  const { translated, needsReview, missing } = counts;
  const total = translated + needsReview + missing;
  const figures = [
    { count: translated, text: 'overview.translated', q: '-is:missing -is:needs-review' },
    { count: needsReview, text: 'overview.needsReview', q: 'is:needs-review' },
    { count: missing, text: 'overview.missing', q: 'is:missing' },
  ] as const;
  return (
    <li>
      <Progress
        label={`${name} (${code})`}
        // Rounded down, so that 100 % means that nothing is missing.
        value={total === 0 ? 0 : Math.floor((100 * (translated + needsReview)) / total)}
      />
      <p className={css.counts}>
        {figures.map(({ count, text, q }) =>
          count === 0 || isSource ? (
            <span key={q}>{t(text, { count })}</span>
          ) : (
            <Link
              key={q}
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/editor"
              search={{ l: code, q }}
            >
              {t(text, { count })}
            </Link>
          ),
        )}
      </p>
    </li>
  );
}
