import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '../../ui/more-button.tsx';
import { Empty } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import table from '../../ui/table.module.css';
import { ledgerQuery } from './usage.queries.ts';

/** Every change of the credits, newest first. */
export function Ledger({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(ledgerQuery(organizationId));
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (list.error) return <ProblemNotice error={list.error} />;
  if (list.isPending) return <p role="status">{t('usage.loading')}</p>;
  if (rows.length === 0) return <Empty text={t('usage.noLedger')} />;
  return (
    <>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('usage.time')}</th>
              <th scope="col" className={table.text}>
                {t('usage.what')}
              </th>
              <th scope="col">{t('usage.credits')}</th>
              <th scope="col">{t('usage.balanceAfter')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, at, description, credits, balanceAfter }) => (
              <tr key={id}>
                <th scope="row">{t('usage.at', { time: new Date(at) })}</th>
                <td className={table.text}>{description}</td>
                <td>{t('usage.signed', { value: credits })}</td>
                <td>{t('usage.number', { value: balanceAfter })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MoreButton list={list} text={t('more')} />
    </>
  );
}
