import { type Static, Type } from 'typebox';
import { endpoint, publicAccess, sessionAccess } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import {
  Actor,
  CanonicalLocaleTag,
  counting,
  Empty,
  Id,
  Label,
  NameOfKey,
  Timestamp,
} from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';

/**
 * Reasons for a notification. Each reason has its own preference. `question` notifies developers about a question about
 * a source text. `value` notifies the last author of a value about a comment on it. `thread` notifies all authors in a
 * thread about an answer. `sent_back` notifies the last author of a value that it needs review again. `proposal`
 * notifies the people who can accept texts in a locale about a proposal.
 */
export const NOTIFICATION_KINDS = [
  'mention',
  'thread',
  'question',
  'value',
  'sent_back',
  'resolved',
  'proposal',
] as const;

/** Channels of notifications: the inbox and mails (`mail`), only the inbox (`app`), or none (`off`). */
export const NOTIFICATION_CHANNELS = ['mail', 'app', 'off'] as const;

const Kind = choice(NOTIFICATION_KINDS, {
  title: 'NotificationKind',
  description: 'Reason for the notification.',
});
export type NotificationKind = Static<typeof Kind>;

export const Notification = named(
  'Notification',
  {
    id: Id,
    kind: Kind,
    organizationSlug: Type.String({ description: 'Slug of the organization.' }),
    organizationId: Id,
    projectId: Id,
    projectName: Label,
    projectSlug: Type.String({ description: 'Slug of the project.' }),
    keyId: Id,
    key: NameOfKey,
    localeCode: nullable(CanonicalLocaleTag, {
      description: 'Locale of the value. Null if the thread is about the key.',
    }),
    threadId: nullable(Id, { description: 'Thread of the comment. Null for proposals.' }),
    commentId: nullable(Id, { description: 'The comment. Null for proposals.' }),
    proposals: nullable(
      Type.Integer({
        minimum: 1,
        description: `Number of open proposals of the same author in the locale, at most ${LIMITS.unreadCounted}. The notification is about all of them, and shows the newest. Null for comments.`,
      }),
    ),
    excerpt: nullable(Type.String(), {
      description: `First ${LIMITS.commentExcerptLength} characters of the comment or the proposal. Null if the comment was deleted.`,
    }),
    by: Actor,
    at: Timestamp,
    readAt: nullable(Timestamp, {
      description: 'Time at which it was read. Null if it is unread.',
    }),
  },
  'A comment or proposals that the signed-in user is told of. Kept for 90 days, and only as long as the user sees the project. Disappears when none of the proposals is open.',
);
export type Notification = Static<typeof Notification>;

export const usersNotificationsList = endpoint({
  id: 'users.notifications.list',
  method: 'GET',
  path: '/v1/users/me/notifications',
  summary: 'Lists the notifications of the signed-in user in all organizations, newest first.',
  access: sessionAccess,
  query: listQuery({
    unread: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True for unread ones only. Defaults to false.',
      }),
    ),
  }),
  data: Type.Array(Notification),
  meta: ListMeta,
});

export const UnreadCount = named(
  'UnreadCount',
  { unread: counting(`Number of unread notifications, at most ${LIMITS.unreadCounted}.`) },
  'Size of the unread part of an inbox.',
);
export type UnreadCount = Static<typeof UnreadCount>;

export const usersNotificationsCount = endpoint({
  id: 'users.notifications.count',
  method: 'GET',
  path: '/v1/users/me/notifications/count',
  summary: 'Returns the number of unread notifications of the signed-in user.',
  access: sessionAccess,
  data: UnreadCount,
});

export const usersNotificationsRead = endpoint({
  id: 'users.notifications.read',
  method: 'POST',
  path: '/v1/users/me/notifications/read',
  summary:
    'Marks notifications as read: those with the ids, those of threads, or all up to one of them.',
  access: sessionAccess,
  body: closed({
    ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: LIMITS.pageSize,
        description:
          'Notifications that were read. A request has exactly one of `ids`, `threadIds` and `upTo`.',
      }),
    ),
    threadIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: LIMITS.commentsPerKey,
        description: 'Threads whose notifications were read.',
      }),
    ),
    upTo: Type.Optional({
      ...Id,
      description: 'The newest notification that was read, with all before it.',
    }),
  }),
  data: UnreadCount,
});

export const notificationsUnsubscribe = endpoint({
  id: 'notifications.unsubscribe',
  method: 'POST',
  path: '/v1/notifications/unsubscribe',
  summary:
    'Ends mails like one that the token is of (RFC 8058). Their notifications stay in the inbox.',
  access: publicAccess,
  query: closed({
    token: Type.String({
      minLength: 1,
      maxLength: LIMITS.cursorLength,
      description: 'The token of the header `List-Unsubscribe`.',
    }),
  }),
  bodyKind: 'stream',
  data: Empty,
  rate: 'strict',
  errors: ['invalid_token'],
});
