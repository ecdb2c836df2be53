import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { captureQuery } from './usage.queries.ts';

/** Captures the order of a returning buyer, and waits for a pending payment. */
export function CheckoutReturn({
  organizationId,
  orderId,
}: {
  organizationId: string;
  orderId: string;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(captureQuery(organizationId, orderId));
  const status = data?.status;
  useEffect(() => {
    if (status !== 'completed') return;
    void queries.invalidateQueries({ queryKey: ['billing', organizationId] });
    void queries.invalidateQueries({ queryKey: ['ledger', organizationId] });
  }, [status, queries, organizationId]);
  if (error) {
    return (
      <>
        <ProblemNotice error={error} />
        <div>
          <Button kind="secondary" isPending={isFetching} onPress={() => void refetch()}>
            {t('problem.retry')}
          </Button>
        </div>
      </>
    );
  }
  if (status === 'completed') {
    return (
      <Notice kind="success">{t('usage.bought', { count: data?.creditsGranted ?? 0 })}</Notice>
    );
  }
  if (status === 'failed') return <Notice kind="problem">{t('usage.failed')}</Notice>;
  return <p role="status">{t(status === 'pending' ? 'usage.pending' : 'usage.capturing')}</p>;
}
