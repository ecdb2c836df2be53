import type { TranslationJob } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../lib/locale/code-name.ts';
import { actorName } from '../../lib/words/actor-name.ts';
import { Progress } from '../../ui/display/progress.tsx';
import { JobStatusBadge } from './job-status-badge.tsx';
import css from './jobs.module.css';
import { isRunning } from './jobs.queries.ts';
import { percentOf } from './progress.ts';

/** A job in a list, with a link to its page. */
export function JobEntry({ job }: { job: TranslationJob }) {
  const { t } = useTranslation();
  const { id, status, progress, targetLocales, createdBy, createdAt } = job;
  return (
    <li className={css.entry}>
      <p className={css.head}>
        <Link from="/o/$org/p/$project" to="/o/$org/p/$project/jobs/$jobId" params={{ jobId: id }}>
          {targetLocales.length > 0
            ? t('jobs.into', { locales: targetLocales.map(codeName) })
            : t('jobs.one')}
        </Link>
        <JobStatusBadge status={status} />
      </p>
      {isRunning(job) && <Progress label={t('jobs.progress')} value={percentOf(progress)} />}
      <p className={css.note}>
        <bdi>{t('jobs.figures', progress)}</bdi>
        {' · '}
        <bdi>{t('jobs.by', { name: actorName(createdBy), time: new Date(createdAt) })}</bdi>
      </p>
    </li>
  );
}
