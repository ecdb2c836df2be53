import '../../../i18n/review.ts';
import type { Locale, LocaleCounts, ReviewCounts } from '@parlance/sdk';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty, Page, Section } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { countsQuery } from '../editor.queries.ts';
import css from './review.module.css';
import { reviewsQuery } from './review.queries.ts';
import { REVIEW_QUEUES } from './review-queue.ts';

/** The texts to review of each locale, and what was reviewed today. */
export function ReviewPage({
  organizationId,
  projectId,
  locales,
  requireReview,
}: {
  organizationId: string;
  projectId: string;
  locales: readonly Locale[];
  /** True if releases contain only reviewed texts. */
  requireReview: boolean;
}) {
  const { t } = useTranslation();
  const targets = locales.filter(({ isSource, enabled }) => enabled && !isSource);
  const [{ data: counts }, { data: reviews }] = useSuspenseQueries({
    queries: [
      countsQuery(
        organizationId,
        projectId,
        locales.map(({ code }) => code),
      ),
      reviewsQuery(organizationId, projectId),
    ],
  });
  const entries = targets.flatMap((locale) => {
    const own = counts.find(({ locale: code }) => code === locale.code);
    const today = reviews.find(({ locale: code }) => code === locale.code);
    return own && today ? [{ locale, counts: own, today }] : [];
  });
  const sum = (name: 'reviewed' | 'reviewedByCaller') =>
    entries.reduce((total, { today }) => total + today[name], 0);
  return (
    <Page title={t('review.title')}>
      <p className={css.note}>
        {t(requireReview ? 'review.requiredLong' : 'review.notRequired')}{' '}
        <strong>
          {t('review.today', { count: sum('reviewed') })} ·{' '}
          {t('review.byYou', { count: sum('reviewedByCaller') })}
        </strong>
      </p>
      {entries.length === 0 && (
        <Empty
          text={t('review.noLocales')}
          action={
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/locales"
              className={buttonClass('secondary')}
            >
              {t('locales.title')}
            </Link>
          }
        />
      )}
      {entries.map((entry) => (
        <LocaleQueue key={entry.locale.code} {...entry} />
      ))}
    </Page>
  );
}

function LocaleQueue({
  locale: { code, name },
  counts,
  today,
}: {
  locale: Locale;
  counts: LocaleCounts;
  today: ReviewCounts;
}) {
  const { t } = useTranslation();
  const { missing, needsReview, translated, reviewed, outdated } = counts;
  const total = missing + needsReview + translated + reviewed;
  const first = REVIEW_QUEUES.find(({ countOf }) => countOf(counts) > 0);
  return (
    <Section title={`${name} (${code})`}>
      <Progress
        label={t('review.progress')}
        // Rounded down, so that 100 % means that every text is reviewed.
        value={total === 0 ? 0 : Math.floor((100 * reviewed) / total)}
      />
      <ul className={css.queues}>
        {REVIEW_QUEUES.map(({ name: queue, query, countOf }) => (
          <li key={queue}>
            {countOf(counts) === 0 ? (
              t(`review.numberOf.${queue}`, { count: 0 })
            ) : (
              <Link
                from="/o/$org/p/$project"
                to="/o/$org/p/$project/editor"
                search={{ l: code, q: query }}
              >
                {t(`review.numberOf.${queue}`, { count: countOf(counts) })}
              </Link>
            )}
          </li>
        ))}
        <li className={css.note}>{t('review.today', { count: today.reviewed })}</li>
      </ul>
      {first ? (
        <Link
          from="/o/$org/p/$project"
          to="/o/$org/p/$project/editor"
          search={{ l: code, q: first.query }}
          className={`${buttonClass('secondary')} ${css.start}`}
        >
          {t('review.start', { count: needsReview || outdated, locale: name })}
        </Link>
      ) : (
        <p className={css.note}>
          {t('review.nothing')}{' '}
          {missing > 0 && (
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/editor"
              search={{ l: code, q: 'is:missing' }}
            >
              {t('review.missing', { value: missing })}
            </Link>
          )}
        </p>
      )}
    </Section>
  );
}
