import type { Estimate } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { Fault } from './fault.tsx';
import css from './jobs.module.css';

/** Shows the work and the cost of a job, and the locales that it cannot translate into. */
export function EstimateView({ estimate, hasPrices }: { estimate: Estimate; hasPrices: boolean }) {
  const { t } = useTranslation();
  const locales = Object.entries(estimate.perLocale);
  const strings = locales.reduce((sum, [, { strings: count }]) => sum + count, 0);
  const faults = locales.flatMap(([locale, { error }]) => (error ? [{ locale, error }] : []));
  const renewable = locales.reduce((sum, [, part]) => sum + part.renewable, 0);
  const summary = [
    t('jobs.strings', { count: strings }),
    ...(estimate.memoryHits > 0 ? [t('jobs.fromMemory', { count: estimate.memoryHits })] : []),
    ...(hasPrices ? [t('jobs.credits', { count: estimate.credits })] : []),
  ].join(' · ');
  // A locale without an engine is not counted, so the note that no text is missing is left out.
  const nothing = faults.length === 0 ? t('jobs.nothing') : '';
  return (
    <>
      {faults.map(({ locale, error }) => (
        <Notice key={locale} kind="problem">
          <bdi>{codeLabel(locale)}</bdi> <Fault error={error} />
        </Notice>
      ))}
      <p role="status">{strings === 0 ? nothing : summary}</p>
      {renewable > 0 && <p className={css.note}>{t('jobs.renewable', { count: renewable })}</p>}
      {hasPrices && !estimate.affordable && (
        <p className={css.problem}>{t('jobs.notAffordable')}</p>
      )}
    </>
  );
}
