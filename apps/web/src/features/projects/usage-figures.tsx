import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { lastDays } from '../../lib/words/days.ts';
import { AreaChart } from '../../ui/display/area-chart.tsx';
import entries from '../../ui/display/entries.module.css';
import { Section } from '../../ui/page/page.tsx';
import { usageSummaryQuery } from './progress.queries.ts';

const DAYS = 30;

/**
 * The translated units of the last 30 days. Renders nothing until they are loaded, so that the projects do not wait.
 */
export function UsageFigures({
  organization: { id, slug },
}: {
  organization: { id: string; slug: string };
}) {
  const { t } = useTranslation();
  const { data } = useQuery(usageSummaryQuery(id));
  if (!data) return null;
  const byDay = new Map(data.series.map(({ day, units }) => [day, units]));
  const units = lastDays(DAYS).map((day) => byDay.get(day) ?? 0);
  const value = units.reduce((sum, one) => sum + one, 0);
  return (
    <Section title={t('dashboard.usage')}>
      {value === 0 ? (
        <p className={entries.note}>{t('dashboard.noUnits')}</p>
      ) : (
        <AreaChart columns={units.map((unit) => [unit])} max={Math.max(...units)} />
      )}
      <p>
        {value > 0 && `${t('dashboard.units', { value })} `}
        <Link to="/o/$org/usage" params={{ org: slug }}>
          {t('dashboard.usageTable')}
        </Link>
      </p>
    </Section>
  );
}
