import '../../i18n/parts/comments.ts';
import type { Comment } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import { ABOUT_KEYS } from '../../lib/queue.queries.ts';
import { actorName } from '../../lib/words/actor-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { CommentExcerpt } from '../../ui/display/comment-text.tsx';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Page, Section } from '../../ui/page/page.tsx';
import { type ThreadFilter, threadsQuery } from './questions.queries.ts';

/** Keyboard shortcut of the editor for asking a question. The user may have changed it. */
const ASK = 'Q';

/** The questions and comments of a project, by thread. */
export function QuestionsPage({
  organizationId,
  projectId,
  locales,
  filter,
  onFilter,
}: {
  organizationId: string;
  projectId: string;
  locales: readonly { readonly code: string; readonly name: string }[];
  filter: ThreadFilter;
  onFilter(filter: ThreadFilter): void;
}) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(threadsQuery(organizationId, projectId, filter));
  const threads = rowsOf(list);
  const isFiltered = Object.values(filter).some((one) => one !== undefined);
  return (
    <Page title={t('questions.title')}>
      <Section title={t('questions.list')}>
        <div className={entries.filters}>
          <Choice
            label={t('questions.state')}
            value={filter.state ?? 'open'}
            options={(['open', 'resolved', 'all'] as const).map((value) => ({
              value,
              label: t(`questions.states.${value}`),
            }))}
            onChange={(state) =>
              onFilter({ ...filter, state: state === 'open' ? undefined : state })
            }
          />
          <Choice
            label={t('questions.locale')}
            value={filter.locale ?? ''}
            options={[
              { value: '', label: t('questions.anyLocale') },
              { value: ABOUT_KEYS, label: t('questions.keys') },
              ...locales.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
            ]}
            onChange={(locale) => onFilter({ ...filter, locale: locale || undefined })}
          />
          <Choice
            label={t('questions.who')}
            value={filter.who ?? 'all'}
            options={(['all', 'queue', 'mine', 'mentions'] as const).map((value) => ({
              value,
              label: t(`questions.whos.${value}`),
            }))}
            onChange={(who) => onFilter({ ...filter, who: who === 'all' ? undefined : who })}
          />
        </div>
        {list.error && <ProblemNotice error={list.error} />}
        {list.isPending && <p role="status">{t('questions.loading')}</p>}
        {list.data && threads.length === 0 && (
          <Empty text={isFiltered ? t('questions.none') : t('questions.empty', { key: ASK })} />
        )}
        <ol className={entries.list} aria-busy={list.isPlaceholderData}>
          {threads.map((thread) => (
            <ListedThread
              key={thread.id}
              thread={thread}
              language={locales.find(({ code }) => code === thread.localeCode)?.name}
            />
          ))}
        </ol>
        <MoreButton list={list} text={t('more')} />
      </Section>
    </Page>
  );
}

/** Shows the first comment of a thread. The name of the key links to the thread in the editor. */
function ListedThread({
  thread,
  language,
}: {
  thread: Comment;
  /** Name of the locale. Undefined if the thread is about the key. */
  language: string | undefined;
}) {
  const { t } = useTranslation();
  const { id, keyId, key, localeCode, kind, text, mentions, answers, resolvedAt, resolvedBy } =
    thread;
  return (
    <li className={entries.stack}>
      <p className={entries.head}>
        <Link
          from="/o/$org/p/$project"
          to="/o/$org/p/$project/k/$keyId"
          params={{ keyId }}
          search={{ ...(localeCode !== null && { l: localeCode }), thread: id }}
          className={entries.name}
        >
          <bdi>{key}</bdi>
        </Link>
        <span className={entries.note}>{language ?? localeCode ?? t('comments.ofKey')}</span>
        {kind === 'question' && (
          <Badge kind={resolvedAt === null ? 'active' : 'neutral'}>
            {resolvedAt === null
              ? t('comments.open')
              : t('comments.resolved', { who: actorName(resolvedBy ?? { name: null }) })}
          </Badge>
        )}
      </p>
      {text === null ? (
        <p className={entries.note}>{t('comments.deleted')}</p>
      ) : (
        <CommentExcerpt text={text} mentions={mentions} former={t('formerMember')} />
      )}
      <p className={entries.note}>
        {t('questions.by', { who: actorName(thread.by), time: new Date(thread.createdAt) })}
        {answers > 0 && ` · ${t('questions.answers', { count: answers })}`}
      </p>
    </li>
  );
}
