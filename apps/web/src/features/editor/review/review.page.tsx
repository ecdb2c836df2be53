import '../../../i18n/parts/review.ts';
import type { Locale, LocaleCounts, ReviewCounts } from '@parlance/sdk';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tonesOfCounts } from '../../../lib/locale/tones-of.ts';
import { REVIEW_QUEUES, WAITING } from '../../../lib/review-queues.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/display/progress.tsx';
import { Empty, Page, Section } from '../../../ui/page/page.tsx';
import { countsQuery } from '../editor.queries.ts';
import css from './review.module.css';
import { reviewsQuery } from './review.queries.ts';

interface ReviewEntry {
  readonly locale: Locale;
  readonly counts: LocaleCounts;
  readonly today: ReviewCounts;
}

/** Returns the number of texts in the first queue of a locale's review. */
const workIn = ({ counts }: ReviewEntry, requireReview: boolean): number =>
  mainQueue(counts, requireReview)?.countOf(counts) ?? 0;

/** The texts to review in each locale, and those reviewed today. */
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
  const entries = targets
    .flatMap((locale): ReviewEntry[] => {
      const own = counts.find(({ locale: code }) => code === locale.code);
      const today = reviews.find(({ locale: code }) => code === locale.code);
      return own && today ? [{ locale, counts: own, today }] : [];
    })
    // Languages with open texts come first.
    .sort((one, other) => workIn(other, requireReview) - workIn(one, requireReview));
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
        <LocaleQueue key={entry.locale.code} {...entry} requireReview={requireReview} />
      ))}
    </Page>
  );
}

function LocaleQueue({
  locale: { code, name },
  counts,
  today,
  requireReview,
}: ReviewEntry & { requireReview: boolean }) {
  const { t } = useTranslation();
  const { missing } = counts;
  const queues = REVIEW_QUEUES.filter(({ countOf }) => countOf(counts) > 0);
  const main = mainQueue(counts, requireReview);
  return (
    <Section title={`${name} (${code})`}>
      <Progress label={t('review.progress')} {...tonesOfCounts(counts)} />
      {(queues.length > 0 || today.reviewed > 0) && (
        <ul className={css.queues}>
          {queues.map(({ name: queue, query, countOf }) => (
            <li key={queue}>
              <QueueLink code={code} query={query}>
                {t(`review.numberOf.${queue}`, { count: countOf(counts) })}
              </QueueLink>
            </li>
          ))}
          {today.reviewed > 0 && (
            <li className={css.note}>{t('review.today', { count: today.reviewed })}</li>
          )}
        </ul>
      )}
      {main ? (
        <QueueLink
          code={code}
          query={main.query}
          className={`${buttonClass('secondary')} ${css.start}`}
        >
          {t('review.start', { count: main.countOf(counts), locale: name })}
        </QueueLink>
      ) : (
        <p className={css.note}>
          {t(queues.length > 0 ? 'review.nothingWaits' : 'review.nothing')}{' '}
          {missing > 0 && (
            <QueueLink code={code} query="is:missing">
              {t('review.missing', { value: missing })}
            </QueueLink>
          )}
        </p>
      )}
    </Section>
  );
}

/** Returns the first queue of a review: all texts if releases require a review, otherwise texts that need one. */
function mainQueue(counts: LocaleCounts, requireReview: boolean) {
  const [all] = REVIEW_QUEUES;
  const outdated = REVIEW_QUEUES.find(({ name }) => name === 'outdated')!;
  const queues = requireReview ? [all, outdated] : [WAITING, outdated];
  return queues.find(({ countOf }) => countOf(counts) > 0);
}

/** A link to the rows of a queue in the editor. */
function QueueLink({
  code,
  query,
  className,
  children,
}: {
  code: string;
  query: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      from="/o/$org/p/$project"
      to="/o/$org/p/$project/editor"
      search={{ l: code, q: query }}
      className={className}
    >
      {children}
    </Link>
  );
}
