import type { Billing } from '@parlance/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../../lib/words/money-text.ts';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import css from './usage.module.css';
import { startCheckout } from './usage.queries.ts';

/** The credits of an organization, and packs to buy. */
export function Credits({
  organizationId,
  billing: { plan, credits, packs },
}: {
  organizationId: string;
  billing: Billing;
}) {
  const { t, i18n } = useTranslation();
  const buy = useMutation({
    mutationFn: (packId: string) => startCheckout(organizationId, packId),
    onSuccess: (address) => location.assign(address),
  });
  return (
    <>
      <dl className={css.facts}>
        <div>
          <dt>{t('usage.plan')}</dt>
          <dd>{plan.name}</dd>
        </div>
        <div>
          <dt>{t('usage.balance')}</dt>
          <dd>{t('usage.number', { value: credits.balance ?? 0 })}</dd>
        </div>
        <div>
          <dt>{t('usage.included')}</dt>
          <dd>{t('usage.number', { value: credits.included })}</dd>
        </div>
        <div>
          <dt>{t('usage.purchased')}</dt>
          <dd>{t('usage.number', { value: credits.purchased })}</dd>
        </div>
        {credits.reserved > 0 && (
          <div>
            <dt>{t('usage.reserved')}</dt>
            <dd>{t('usage.number', { value: credits.reserved })}</dd>
          </div>
        )}
      </dl>
      {credits.resetsAt !== null && (
        <p className={entries.note}>{t('usage.resets', { time: new Date(credits.resetsAt) })}</p>
      )}
      {buy.error && <ProblemNotice error={buy.error} />}
      <ul className={css.packs}>
        {packs.map(({ id, name, credits: count, amount }) => (
          <li key={id} className={css.pack}>
            <strong>{name}</strong>
            {name !== t('usage.packCredits', { count }) && (
              <span>{t('usage.packCredits', { count })}</span>
            )}
            <Button
              kind="secondary"
              isPending={buy.isPending && buy.variables === id}
              onPress={() => buy.mutate(id)}
            >
              {t('usage.buy', {
                price: moneyText(amount, i18n.language),
              })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
