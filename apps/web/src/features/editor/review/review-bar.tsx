import '../../../i18n/parts/review.ts';
import type { Locale } from '@parlance/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { spellChord } from '../../../lib/chord.ts';
import { REVIEW_QUEUES } from '../../../lib/review-queues.ts';
import { Button } from '../../../ui/button.tsx';
import type { Drafts } from '../drafts/drafts.ts';
import { countsQuery } from '../editor.queries.ts';
import { type Bindings, chordsOf, SHORTCUTS } from '../shortcuts/shortcuts.ts';
import css from './review.module.css';
import { forgetCounts, reviewsQuery } from './review.queries.ts';

const COMMANDS = [
  { id: 'review', kind: 'secondary' },
  { id: 'sendBack', kind: 'quiet' },
  { id: 'nextWork', kind: 'quiet' },
  { id: 'undo', kind: 'quiet' },
] as const;
export type ReviewCommand = (typeof COMMANDS)[number]['id'];

/** Time after a save until the counts are read again. */
const REST_MS = 500;

/** The review of a locale: its queues, today's reviewed texts, and the commands. */
export function ReviewBar({
  organizationId,
  projectId,
  locale,
  query,
  drafts,
  requireReview,
  onQuery,
  bindings,
  onCommand,
}: {
  organizationId: string;
  projectId: string;
  locale: Locale;
  query: string;
  drafts: Drafts;
  requireReview: boolean;
  onQuery(query: string): void;
  bindings: Bindings;
  onCommand(command: ReviewCommand): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: counts } = useQuery(countsQuery(organizationId, projectId, [locale.code]));
  const { data: reviews } = useQuery(reviewsQuery(organizationId, projectId));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // The listener is also called after a save was undone.
    const end = drafts.onSaved(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void forgetCounts(queries, organizationId, projectId), REST_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [drafts, queries, organizationId, projectId]);
  const keyOf = (command: ReviewCommand) =>
    chordsOf(SHORTCUTS.find(({ id }) => id === command)!, bindings)
      .slice(0, 1)
      .map((chord) => spellChord(chord));
  const localeCounts = counts?.find(({ locale: code }) => code === locale.code);
  const today = reviews?.find(({ locale: code }) => code === locale.code);
  // An empty queue stays visible while the user is in it.
  const queues = REVIEW_QUEUES.filter(
    (queue) =>
      queue.name === 'all' ||
      queue.query === query.trim() ||
      (localeCounts && queue.countOf(localeCounts) > 0),
  );
  return (
    <section className={css.bar} aria-label={t('review.of', { locale: locale.name })}>
      {queues.map((queue) => (
        <Button
          key={queue.name}
          kind="quiet"
          aria-pressed={query.trim() === queue.query}
          onPress={() => onQuery(queue.query)}
        >
          {t(`review.queue.${queue.name}`)}
          {localeCounts && (
            <span className={css.count}>
              {t('review.count', { count: queue.countOf(localeCounts) })}
            </span>
          )}
        </Button>
      ))}
      {today && (
        <span role="status" className={css.today}>
          {t('review.today', { count: today.reviewed })}
          {today.reviewed !== today.reviewedByCaller &&
            ` · ${t('review.byYou', { count: today.reviewedByCaller })}`}
        </span>
      )}
      {requireReview && (
        <span className={`${css.today} ${css.required}`}>{t('review.required')}</span>
      )}
      <span className={css.commands}>
        {COMMANDS.map(({ id, kind }) => (
          <Button key={id} kind={kind} onPress={() => onCommand(id)}>
            {t(`review.command.${id}`)} <kbd>{keyOf(id)}</kbd>
          </Button>
        ))}
      </span>
    </section>
  );
}
