import type { DashboardProject, ProgressPoint } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../lib/locale/code-name.ts';
import { tonesOf } from '../../lib/locale/tones-of.ts';
import { Progress } from '../../ui/display/progress.tsx';
import css from './dashboard.module.css';
import { ProjectTrend } from './project-trend.tsx';

/** Maximum number of locales on the card. The project's page shows the others. */
const LOCALES_SHOWN = 5;

/** A project with the progress of its locales, and a link to the next step. */
export function ProjectCard({
  org,
  project: { id, name, keys, locales, sourceLocale, values, lastReleaseAt },
  points,
  mayTranslate,
  mayWrite,
}: {
  /** Slug of the organization. */
  org: string;
  project: DashboardProject;
  points: readonly ProgressPoint[] | undefined;
  mayTranslate: boolean;
  mayWrite: boolean;
}) {
  const { t } = useTranslation();
  const params = { org, project: id };
  // The source has no progress, because it is not translated.
  const targets = locales.filter(({ code }) => code !== sourceLocale);
  const start = keys === 0 ? 'import' : 'locales';
  const work = (['needsReview', 'missing'] as const).find((state) => values[state] > 0);
  return (
    <li className={css.card}>
      <h2 dir="auto">
        <Link to="/o/$org/p/$project" params={params}>
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
      <ProjectTrend points={points} />
      {targets.slice(0, LOCALES_SHOWN).map(({ code, percent, reviewedPercent }) => (
        <Progress
          key={code}
          label={codeName(code)}
          // Rounds down, so that 100 % means that nothing is missing.
          {...tonesOf({ translated: Math.floor(percent), reviewed: Math.floor(reviewedPercent) })}
        />
      ))}
      {targets.length > LOCALES_SHOWN && (
        <p className={css.facts}>
          {t('projects.moreLocales', { count: targets.length - LOCALES_SHOWN })}
        </p>
      )}
      <p>
        {mayTranslate && work === 'needsReview' && (
          <Link
            to="/o/$org/p/$project/review"
            params={params}
            aria-label={t('dashboard.reviewNamed', { name })}
          >
            {t('dashboard.review')}
          </Link>
        )}
        {mayTranslate && work === 'missing' && (
          <Link
            to="/o/$org/p/$project/editor"
            params={params}
            search={{ q: 'is:missing' }}
            aria-label={t('dashboard.translateNamed', { name })}
          >
            {t('dashboard.translate')}
          </Link>
        )}
        {locales.length === 1 && mayWrite && (
          <Link to={`/o/$org/p/$project/${start}`} params={params}>
            {t(`progress.start.${start}`)}
          </Link>
        )}
      </p>
    </li>
  );
}
