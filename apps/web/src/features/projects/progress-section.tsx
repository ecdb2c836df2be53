import '../../i18n/parts/dashboard.ts';
import type { Locale } from '@parlance/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '../../lib/save-file.ts';
import { dayNamer } from '../../lib/words/days.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { AreaChart, ChartLegend } from '../../ui/display/area-chart.tsx';
import entries from '../../ui/display/entries.module.css';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Section } from '../../ui/page/page.tsx';
import { progressQuery } from './progress.queries.ts';
import { changedDays, type DayFigures, daysOf, shareOf, sumDays } from './progress-days.ts';

const PERIODS = ['30', '90', '180'] as const;

/** Number of days that the chart shows first. */
export const FIRST_DAYS = Number(PERIODS[0]);

/**
 * Shows the progress of a project's translations over time as a chart and as a table. Without translations, shows the
 * first step.
 */
export function ProgressSection({
  hasKeys,
  mayWrite,
  locales,
  ...of
}: {
  organizationId: string;
  projectId: string;
  locales: readonly Locale[];
  hasKeys: boolean;
  /** False for a role that may only read. */
  mayWrite: boolean;
}) {
  const { t } = useTranslation();
  const targets = locales.filter(({ enabled, isSource }) => enabled && !isSource);
  const next = hasKeys ? 'locales' : 'import';
  return (
    <Section title={t('progress.title')}>
      {hasKeys && targets.length > 0 ? (
        <ProgressChart {...of} targets={targets} />
      ) : (
        <Empty
          text={t(`progress.empty.${next}`)}
          action={
            mayWrite && (
              <Link
                from="/o/$org/p/$project"
                to={`/o/$org/p/$project/${next}`}
                className={buttonClass()}
              >
                {t(`progress.start.${next}`)}
              </Link>
            )
          }
        />
      )}
    </Section>
  );
}

function ProgressChart({
  organizationId,
  projectId,
  targets,
}: {
  organizationId: string;
  projectId: string;
  targets: readonly Locale[];
}) {
  const { t } = useTranslation();
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>(PERIODS[0]);
  const [chosen, setChosen] = useState('');
  const { data, error } = useQuery(progressQuery(organizationId, projectId, Number(period)));
  const shown = targets.filter(({ code }) => chosen === '' || code === chosen);
  const days = sumDays(
    shown.map(({ code }) => daysOf(data?.find(({ locale }) => locale === code)?.points ?? [])),
  );
  return (
    <>
      <div className={entries.filters}>
        <Choice
          label={t('progress.period')}
          value={period}
          options={PERIODS.map((value) => ({ value, label: t(`progress.periods.${value}`) }))}
          onChange={setPeriod}
        />
        <Choice
          label={t('progress.locale')}
          value={chosen}
          options={[
            { value: '', label: t('progress.all') },
            ...targets.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
          ]}
          onChange={setChosen}
        />
      </div>
      {error && <ProblemNotice error={error} />}
      <AreaChart
        columns={days.map(({ translated, needsReview }) => [translated, needsReview])}
        max={Math.max(...days.map(sizeOf))}
      />
      <ChartLegend names={[t('progress.translated'), t('progress.needsReview')]} />
      {days.length === 1 && <p className={entries.note}>{t('progress.begins')}</p>}
      <details>
        <summary>{t('progress.table')}</summary>
        <ProgressTable days={changedDays(days)} />
        <Button
          kind="secondary"
          onPress={() =>
            saveCsv(
              [
                ['day', 'translated', 'needs_review', 'missing'],
                ...days.map(({ day, translated, needsReview, missing }) => [
                  day,
                  translated,
                  needsReview,
                  missing,
                ]),
              ],
              chosen === '' ? 'progress.csv' : `progress-${chosen}.csv`,
            )
          }
        >
          {t('progress.download')}
        </Button>
      </details>
    </>
  );
}

const sizeOf = ({ translated, needsReview, missing }: DayFigures): number =>
  translated + needsReview + missing;

const FIGURES = ['translated', 'needsReview', 'missing'] as const;

function ProgressTable({ days }: { days: readonly DayFigures[] }) {
  const { t, i18n } = useTranslation();
  const dayName = dayNamer(i18n.language);
  return (
    <ScrollTable label={t('progress.title')}>
      <thead>
        <tr>
          <th scope="col">{t('progress.day')}</th>
          {FIGURES.map((name) => (
            <th key={name} scope="col">
              {t(`progress.${name}`)}
            </th>
          ))}
          <th scope="col">{t('progress.share')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayName(day.day)}</th>
            {FIGURES.map((name) => (
              <td key={name}>{t('dashboard.number', { value: day[name] })}</td>
            ))}
            <td>{t('progress.percent', { value: shareOf(day) })}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
