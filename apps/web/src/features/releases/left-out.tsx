import type { Environment, LocaleCounts } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import entries from '../../ui/display/entries.module.css';
import css from './releases.module.css';

/** Texts that a release of the current values excludes, by locale and reason, each with a link. */
export function LeftOut({
  counts,
  requireReview,
  fallback,
}: {
  /** Counts of the target locales. */
  counts: readonly LocaleCounts[];
  requireReview: boolean;
  fallback: Environment['fallback'];
}) {
  const { t } = useTranslation();
  const locales = counts
    .map(({ locale, missing, needsReview, translated }) => ({
      locale,
      causes: [
        { cause: 'missing', count: missing, q: 'is:missing' },
        {
          cause: 'unreviewed',
          count: requireReview ? needsReview + translated : 0,
          q: 'is:needs-review|translated',
        },
      ] as const,
    }))
    .filter(({ causes }) => causes.some(({ count }) => count > 0));
  if (locales.length === 0) return <p className={entries.note}>{t('releases.allIn')}</p>;
  return (
    <>
      <p className={entries.note}>
        {t(`releases.instead.${fallback}`)}
        {requireReview && ` ${t('releases.onlyReviewed')}`}
      </p>
      <ul className={css.codes}>
        {locales.map(({ locale, causes }) => (
          <li key={locale}>
            <bdi>{codeLabel(locale)}</bdi>
            {causes.map(({ cause, count, q }) =>
              count === 0 ? null : (
                <Link
                  key={cause}
                  from="/o/$org/p/$project"
                  to="/o/$org/p/$project/editor"
                  search={{ l: locale, q }}
                >
                  {t(`releases.leftOutFor.${cause}`, { count })}
                </Link>
              ),
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
