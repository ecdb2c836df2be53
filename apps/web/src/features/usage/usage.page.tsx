import '../../i18n/parts/usage.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page, Section } from '../../ui/page/page.tsx';
import { CheckoutReturn } from './checkout-return.tsx';
import { Credits } from './credits.tsx';
import { Ledger } from './ledger.tsx';
import { billingQuery } from './usage.queries.ts';
import { UsageReport } from './usage-report.tsx';

/** Shows an organization's translations and, if the server sells credits, their cost. */
export function UsagePage({
  organizationId,
  checkout,
}: {
  organizationId: string;
  /** Result of the checkout with which the payment provider sent the buyer back. Null if there was no checkout. */
  checkout: { readonly outcome: 'approved' | 'cancelled'; readonly orderId?: string } | null;
}) {
  const { t } = useTranslation();
  const { data: billing } = useSuspenseQuery(billingQuery(organizationId));
  const isBilled = billing.plan.id !== 'self_hosted';
  return (
    <Page title={t('usage.title')}>
      {isBilled && checkout?.outcome === 'cancelled' && <p role="status">{t('usage.cancelled')}</p>}
      {isBilled && checkout?.outcome === 'approved' && checkout.orderId !== undefined && (
        <CheckoutReturn organizationId={organizationId} orderId={checkout.orderId} />
      )}
      <Section title={t('usage.translated')}>
        <UsageReport organizationId={organizationId} isBilled={isBilled} />
      </Section>
      {isBilled && (
        <>
          <Section title={t('usage.credits')}>
            <Credits organizationId={organizationId} billing={billing} />
          </Section>
          <Section title={t('usage.ledger')}>
            <Ledger organizationId={organizationId} />
          </Section>
        </>
      )}
    </Page>
  );
}
