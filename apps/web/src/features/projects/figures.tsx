import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import css from './dashboard.module.css';
import { summaryQuery } from './projects.queries.ts';

/** The key figures of an organization. Nothing until they are there: the projects do not wait for them. */
export function Figures({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(summaryQuery(organizationId));
  if (!data) return null;
  const { values, jobs, usage } = data;
  const figures = [
    ['translated', values.translated],
    ['needsReview', values.needsReview],
    ['missing', values.missing],
    ['outdated', values.outdated],
    ['units', usage.units30d],
    ['releases', data.releases],
    ...(jobs.running + jobs.queued > 0 ? [['running', jobs.running + jobs.queued] as const] : []),
    ...(jobs.failed > 0 ? [['failed', jobs.failed] as const] : []),
  ] as const;
  return (
    <dl className={css.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`dashboard.${name}`)}</dt>
          <dd>{t('dashboard.number', { value })}</dd>
        </div>
      ))}
    </dl>
  );
}
