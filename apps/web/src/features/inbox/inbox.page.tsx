import '../../i18n/parts/inbox.ts';
import type { Notification } from '@parlance/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inboxQuery, markRead } from '../../lib/inbox.queries.ts';
import { rowsOf } from '../../lib/paged-query.ts';
import { queuesQuery } from '../../lib/queue.queries.ts';
import { queryOfWork } from '../../lib/review-queues.ts';
import { actorName } from '../../lib/words/actor-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CommentExcerpt } from '../../ui/display/comment-text.tsx';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Check } from '../../ui/form/choice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Page, PageSkeleton, Section } from '../../ui/page/page.tsx';

/** Matches a mention in an excerpt. Excerpts contain the ids of mentioned people, but not their names. */
const MENTION = /@\[[\da-f-]{36}\]/g;

/** The signed-in user. A mention of this user is shown with the name. */
type Person = { readonly id: string; readonly name: string };

/** The notifications of the signed-in user in all organizations, newest first. */
export function InboxPage({
  organizationId,
  user,
  queue,
  isUnread,
  onUnread,
}: {
  /** Id of the open organization. */
  organizationId: string;
  user: Person;
  /** The work that waits for the user in the open organization. */
  queue: ReactNode;
  /** True to show only unread notifications. */
  isUnread: boolean;
  onUnread(isUnread: boolean): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const list = useInfiniteQuery(inboxQuery(isUnread));
  const rows = rowsOf(list);
  const reading = useMutation({
    mutationFn: (what: { ids: string[] } | { upTo: string }) => markRead(queries, what),
  });
  const newest = rows[0];
  // The work is above the notifications, which would move if it arrived later.
  const { isLoading } = useInfiniteQuery(queuesQuery(organizationId));
  if (isLoading || list.isLoading) return <PageSkeleton title={t('inbox.title')} />;
  return (
    <Page
      title={t('inbox.title')}
      actions={
        newest && rows.some(({ readAt }) => readAt === null) ? (
          <Button
            kind="secondary"
            isPending={reading.isPending}
            onPress={() => reading.mutate({ upTo: newest.id })}
          >
            {t('inbox.markAll')}
          </Button>
        ) : null
      }
    >
      {queue}
      <Section title={t('inbox.list')}>
        <Check isChecked={isUnread} onChange={onUnread}>
          {t('inbox.onlyUnread')}
        </Check>
        {(reading.error ?? list.error) && <ProblemNotice error={reading.error ?? list.error} />}
        {list.isPending && <p role="status">{t('inbox.loading')}</p>}
        {list.data && rows.length === 0 && !list.isPlaceholderData && (
          <Empty text={t(isUnread ? 'inbox.allRead' : 'inbox.none')} />
        )}
        <ol className={entries.list} aria-busy={list.isPlaceholderData}>
          {rows.map((notification) => (
            <Entry
              key={notification.id}
              notification={notification}
              user={user}
              onRead={() => reading.mutate({ ids: [notification.id] })}
            />
          ))}
        </ol>
        <MoreButton list={list} text={t('more')} />
        <p className={entries.note}>{t('inbox.kept')}</p>
      </Section>
    </Page>
  );
}

/** A notification, whose sentence leads to the thread in the editor. */
function Entry({
  notification,
  user,
  onRead,
}: {
  notification: Notification;
  user: Person;
  onRead(): void;
}) {
  const { t } = useTranslation();
  const { kind, by, key, excerpt, localeCode, proposals, at, readAt } = notification;
  const who = actorName(by);
  const said =
    kind === 'proposal'
      ? t('inbox.said.proposal', { who, count: proposals ?? 1 })
      : t(`inbox.said.${kind}`, { who });
  return (
    <li className={entries.entry}>
      <div className={entries.who}>
        <p className={entries.head}>
          <NotificationLink notification={notification}>{said}</NotificationLink>
          {readAt === null && <Badge kind="active">{t('inbox.new')}</Badge>}
        </p>
        {excerpt === null ? (
          <p className={entries.note}>{t('inbox.deleted')}</p>
        ) : (
          <CommentExcerpt
            text={excerpt.replace(MENTION, (id) =>
              id.includes(user.id) ? id : t('inbox.somebody'),
            )}
            mentions={[{ userId: user.id, name: user.name }]}
            former={t('formerMember')}
          />
        )}
        <p className={`${entries.note} ${entries.head}`}>
          <bdi>{notification.projectName}</bdi>
          <bdi>{key}</bdi>
          {localeCode !== null && <code>{localeCode}</code>}
          <time dateTime={at}>{t('inbox.at', { time: new Date(at) })}</time>
        </p>
      </div>
      {readAt === null && (
        <Button kind="quiet" aria-label={t('inbox.markNamed', { what: said })} onPress={onRead}>
          {t('inbox.markRead')}
        </Button>
      )}
    </li>
  );
}

/** A link to the thread, or to the texts with proposals in the locale. */
function NotificationLink({
  notification: { organizationSlug: org, projectId: project, keyId, ...notification },
  children,
}: {
  notification: Notification;
  children: ReactNode;
}) {
  const { localeCode, threadId, readAt } = notification;
  const l = localeCode === null ? {} : { l: localeCode };
  const look = { className: readAt === null ? entries.name : undefined, dir: 'auto' } as const;
  if (threadId === null) {
    return (
      <Link
        to="/o/$org/p/$project/editor"
        params={{ org, project }}
        search={{ ...l, q: queryOfWork('proposals', { requireReview: false }) }}
        {...look}
      >
        {children}
      </Link>
    );
  }
  return (
    <Link
      to="/o/$org/p/$project/k/$keyId"
      params={{ org, project, keyId }}
      search={{ ...l, thread: threadId }}
      {...look}
    >
      {children}
    </Link>
  );
}
