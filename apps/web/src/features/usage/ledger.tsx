import type { LedgerRow } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FoldedText } from '../../ui/display/folded-text.tsx';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import table from '../../ui/display/table.module.css';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty } from '../../ui/page/page.tsx';
import { CsvButton } from './csv-button.tsx';
import css from './usage.module.css';
import { ledgerQuery, readLedger } from './usage.queries.ts';

const FILE = 'credits.csv';

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
      <ScrollTable label={t('usage.ledger')}>
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
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={css.day}>
                {t('usage.at', { time: new Date(row.at) })}
              </th>
              <td className={table.text}>
                <LedgerWords row={row} />
              </td>
              <td>{t('usage.signed', { value: row.credits })}</td>
              <td>{t('usage.number', { value: row.balanceAfter })}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <MoreButton list={list} text={t('more')} />
      <CsvButton
        name={FILE}
        read={async () => [
          ['time', 'type', 'reference_type', 'reference', 'description', 'credits', 'balance'],
          ...(await readLedger(organizationId)).map((row) => [
            row.at,
            row.type,
            row.reference.type,
            row.reference.id,
            row.description,
            row.credits,
            row.balanceAfter,
          ]),
        ]}
      />
    </>
  );
}

/**
 * Describes the reason for a change of the credits. The text of a refund comes from the payment provider, and is
 * collapsed.
 */
function LedgerWords({ row: { type, reference, description } }: { row: LedgerRow }) {
  const { t } = useTranslation();
  if (type === 'purchase') return t('usage.rows.purchase', { pack: description });
  if (type === 'grant')
    // The variable must not be named `month`, which is an option of the format.
    return t('usage.rows.grant', { period: new Date(`${reference.id}-01T12:00Z`) });
  if (type === 'usage') {
    return t(`usage.rows.${reference.type === 'translation' ? 'translation' : 'job'}`);
  }
  if (type === 'expiry') return t('usage.rows.expiry');
  return (
    <>
      {t('usage.rows.refund')} <FoldedText summary={t('problem.detail')} text={description} />
    </>
  );
}
