import '../../../i18n/parts/review.ts';
import type { LocaleQueue } from '@parlance/contracts';
import type { Locale, LocaleCounts, ReviewCounts } from '@parlance/sdk';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tonesOfCounts } from '../../../lib/locale/tones-of.ts';
import { queueQuery, sumIn } from '../../../lib/queue.queries.ts';
import { queryOfWork, REVIEW_QUEUES } from '../../../lib/review-queues.ts';
import { buttonClass } from '../../../ui/button.tsx';
import entries from '../../../ui/display/entries.module.css';
import { Progress } from '../../../ui/display/progress.tsx';
import { Empty, Page, Section } from '../../../ui/page/page.tsx';
import { countsQuery } from '../editor.queries.ts';
import css from './review.module.css';
import { reviewsQuery } from './review.queries.ts';

interface ReviewEntry {
  readonly locale: Locale;
  readonly counts: LocaleCounts;
  readonly today: ReviewCounts;
  /** The work that waits for the user. Undefined for a locale in which other people work. */
  readonly work: LocaleQueue | undefined;
}

/** Returns the number of texts in a locale that need a decision of the user. */
const decisionsIn = ({ work }: ReviewEntry): number =>
  work ? sumIn(work, ['proposals', 'toReview', 'outdated', 'questions']) : 0;

/** The work that waits for the user in each locale, and the texts that were reviewed today. */
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
  const [{ data: counts }, { data: reviews }, { data: queue }] = useSuspenseQueries({
    queries: [
      countsQuery(
        organizationId,
        projectId,
        locales.map(({ code }) => code),
      ),
      reviewsQuery(organizationId, projectId),
      queueQuery(organizationId, projectId),
    ],
  });
  const all = targets
    .flatMap((locale): ReviewEntry[] => {
      const localeCounts = counts.find(({ locale: code }) => code === locale.code);
      const today = reviews.find(({ locale: code }) => code === locale.code);
      const work = queue.locales.find(({ localeCode }) => localeCode === locale.code);
      return localeCounts && today ? [{ locale, counts: localeCounts, today, work }] : [];
    })
    .sort((a, b) => decisionsIn(b) - decisionsIn(a));
  const isBusy = ({ counts: of, work, today }: ReviewEntry) =>
    (work !== undefined && sumIn(work) > 0) ||
    today.reviewed > 0 ||
    REVIEW_QUEUES.some(({ countOf }) => countOf(of) > 0);
  const others = all.filter((entry) => !isBusy(entry));
  const sum = (name: 'reviewed' | 'reviewedByCaller') =>
    all.reduce((total, { today }) => total + today[name], 0);
  return (
    <Page title={t('review.title')}>
      <p className={css.note}>
        {t(requireReview ? 'review.requiredLong' : 'review.notRequired')}{' '}
        <strong>
          {t('review.today', { count: sum('reviewed') })} ·{' '}
          {t('review.byYou', { count: sum('reviewedByCaller') })}
        </strong>
      </p>
      {all.length === 0 && (
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
      {all.filter(isBusy).map((entry) => (
        <LocaleWork key={entry.locale.code} {...entry} requireReview={requireReview} />
      ))}
      {others.length > 0 && (
        <Section title={t('review.others')}>
          <p className={css.note}>{t('review.nothing')}</p>
          {others.map(({ locale: { code, name }, counts: of }) => (
            <Progress key={code} label={`${name} (${code})`} {...tonesOfCounts(of)} />
          ))}
        </Section>
      )}
    </Page>
  );
}

/** The work in a locale: a button for each kind of decision, and links to all of its texts. */
function LocaleWork({
  locale: { code, name },
  counts,
  today,
  work,
  requireReview,
}: ReviewEntry & { requireReview: boolean }) {
  const { t } = useTranslation();
  const { proposals = 0, toReview = 0, questions = 0, outdated = 0, missing = 0 } = work ?? {};
  const reviews =
    toReview > 0 ? (['toReview', toReview] as const) : (['outdated', outdated] as const);
  return (
    <Section title={`${name} (${code})`}>
      <Progress label={t('review.progress')} {...tonesOfCounts(counts)} />
      <ul className={css.queues}>
        {proposals > 0 && (
          <Counted code={code} query={queryOfWork('proposals', { requireReview })}>
            {t('review.numberOf.proposals', { count: proposals })}
          </Counted>
        )}
        {toReview > 0 && !requireReview && (
          <Counted code={code} query={queryOfWork('toReview', { requireReview })}>
            {t('review.numberOf.waiting', { count: toReview })}
          </Counted>
        )}
        {REVIEW_QUEUES.filter(({ countOf }) => countOf(counts) > 0).map((queue) => (
          <Counted key={queue.name} code={code} query={queue.query}>
            {t(`review.numberOf.${queue.name}`, { count: queue.countOf(counts) })}
          </Counted>
        ))}
        {missing > 0 && (
          <Counted code={code} query={queryOfWork('missing', { requireReview })}>
            {t('review.numberOf.missing', { count: missing })}
          </Counted>
        )}
        {questions > 0 && (
          <li>
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/questions"
              search={{ who: 'queue', locale: code }}
            >
              {t('review.numberOf.questions', { count: questions })}
            </Link>
          </li>
        )}
        {today.reviewed > 0 && (
          <li className={css.note}>{t('review.today', { count: today.reviewed })}</li>
        )}
      </ul>
      {(proposals > 0 || reviews[1] > 0) && (
        <div className={entries.actions}>
          {proposals > 0 && (
            <QueueLink code={code} query={queryOfWork('proposals', { requireReview })} isButton>
              {t('review.decide', { count: proposals, locale: name })}
            </QueueLink>
          )}
          {reviews[1] > 0 && (
            <QueueLink code={code} query={queryOfWork(reviews[0], { requireReview })} isButton>
              {t('review.start', { count: reviews[1], locale: name })}
            </QueueLink>
          )}
        </div>
      )}
    </Section>
  );
}

const Counted = (props: Parameters<typeof QueueLink>[0]) => (
  <li>
    <QueueLink {...props} />
  </li>
);

/** A link to the rows of a queue in the editor. */
function QueueLink({
  code,
  query,
  isButton = false,
  children,
}: {
  code: string;
  query: string;
  isButton?: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      from="/o/$org/p/$project"
      to="/o/$org/p/$project/editor"
      search={{ l: code, q: query }}
      className={isButton ? buttonClass('secondary') : undefined}
    >
      {children}
    </Link>
  );
}
