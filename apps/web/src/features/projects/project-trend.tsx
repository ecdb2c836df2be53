import type { ProgressPoint } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { dayNamer } from '../../lib/words/days.ts';
import { AreaChart } from '../../ui/display/area-chart.tsx';
import css from './dashboard.module.css';
import { daysOf, shareOf } from './progress-days.ts';

/** Shows the growth of the translations as a chart with its first and last figure. Renders nothing without values. */
export function ProjectTrend({ points }: { points: readonly ProgressPoint[] | undefined }) {
  const { t, i18n } = useTranslation();
  const first = points?.[0];
  const last = points?.at(-1);
  if (!points || !first || !last || last.translated + last.needsReview + last.missing === 0) {
    return null;
  }
  const shares = daysOf(points).map((day) => [shareOf(day)]);
  return (
    <>
      {shares.length > 1 && <AreaChart columns={shares} max={1} isSmall />}
      <p className={css.facts}>
        {t('dashboard.done', { value: shareOf(last) })}
        {shares.length > 1 && (
          <>
            {' · '}
            {t('dashboard.doneThen', {
              value: shareOf(first),
              day: dayNamer(i18n.language)(first.day),
            })}
          </>
        )}
      </p>
    </>
  );
}
