import type { UsageRow } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { dayNamer, lastDays } from '../../lib/words/days.ts';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty } from '../../ui/page/page.tsx';
import { CsvButton } from './csv-button.tsx';
import css from './usage.module.css';
import {
  GROUPS,
  type Group,
  type NamedRow,
  PERIODS,
  type Period,
  readUsage,
  usageQuery,
} from './usage.queries.ts';
import { UsageChart } from './usage-chart.tsx';

/** Maximum number of bars. */
const BARS = 50;
const NOTHING = { units: 0, billedUnits: 0, memoryHits: 0 };

/** Shows the translations of a period as bars, a table and a file. */
export function UsageReport({
  organizationId,
  isBilled,
}: {
  organizationId: string;
  /** False if nothing is billed. */
  isBilled: boolean;
}) {
  const { t, i18n } = useTranslation();
  const [group, setGroup] = useState<Group>('day');
  const [period, setPeriod] = useState<Period>('30');
  const list = useInfiniteQuery(usageQuery(organizationId, group, period));
  const { error } = list;
  const pages = list.data?.pages ?? [];
  const totals = pages[0]?.data.totals;
  const nameOf = (row: UsageRow): string => {
    if (group === 'day') return row.day ?? '';
    if (group === 'locale') return row.locale ?? '';
    if (group === 'engine') {
      return row.engine === 'memory' ? t('usage.memory') : (row.engine ?? t('usage.noEngine'));
    }
    return row.projectName ?? t('usage.noProject');
  };
  const named: NamedRow[] = pages
    .flatMap(({ data }) => data.series)
    .map((row) => ({ ...row, id: row.projectId ?? nameOf(row), name: nameOf(row) }));
  const byDay = new Map(named.map((row) => [row.name, row]));
  const bars =
    group === 'day'
      ? lastDays(Number(period)).map((name) => byDay.get(name) ?? { id: name, name, ...NOTHING })
      : named.slice(0, BARS);
  const used = named.filter(({ units, memoryHits }) => units > 0 || memoryHits > 0);
  const dayName = dayNamer(i18n.language);
  const format = (name: string) => {
    if (group === 'day') return dayName(name);
    return group === 'locale' ? codeLabel(name) : name;
  };
  return (
    <>
      <div className={entries.filters}>
        <Choice
          label={t('usage.period')}
          value={period}
          options={PERIODS.map((value) => ({
            value,
            label: t('usage.days', { count: Number(value) }),
          }))}
          onChange={setPeriod}
        />
        <Choice
          label={t('usage.by')}
          value={group}
          options={GROUPS.map((value) => ({ value, label: t(`usage.groups.${value}`) }))}
          onChange={setGroup}
        />
      </div>
      {error && <ProblemNotice error={error} />}
      {totals && used.length === 0 && <Empty text={t('usage.none')} />}
      {totals && used.length > 0 && (
        <>
          <UsageChart
            nameOf={({ name }) => format(name)}
            rows={isBilled ? bars : bars.map((row) => ({ ...row, billedUnits: row.units }))}
          />
          {isBilled && <p className={entries.note}>{t('usage.legend')}</p>}
          <p className={entries.note}>{t('usage.unit')}</p>
          <ScrollTable label={t('usage.translated')}>
            <thead>
              <tr>
                <th scope="col">{t(`usage.groups.${group}`)}</th>
                <th scope="col">{t('usage.units')}</th>
                {isBilled && <th scope="col">{t('usage.billed')}</th>}
                <th scope="col">{t('usage.hits')}</th>
              </tr>
            </thead>
            <tbody>
              {used.map((row) => (
                <tr key={row.id}>
                  <th scope="row" className={group === 'day' ? css.day : undefined}>
                    <bdi>{format(row.name)}</bdi>
                  </th>
                  <td>{t('usage.number', { value: row.units })}</td>
                  {isBilled && <td>{t('usage.number', { value: row.billedUnits })}</td>}
                  <td>{t('usage.number', { value: row.memoryHits })}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('usage.total')}</th>
                <td>{t('usage.number', { value: totals.units })}</td>
                {isBilled && <td>{t('usage.number', { value: totals.billedUnits })}</td>}
                <td>{t('usage.number', { value: totals.memoryHits })}</td>
              </tr>
            </tfoot>
          </ScrollTable>
          <MoreButton list={list} text={t('more')} />
          <CsvButton
            name={`usage-by-${group}.csv`}
            read={async () => [
              [group, 'units', 'billed_units', 'memory_hits'],
              ...(await readUsage(organizationId, group, period)).map((row) => [
                nameOf(row),
                row.units,
                row.billedUnits,
                row.memoryHits,
              ]),
            ]}
          />
        </>
      )}
    </>
  );
}
