import type { NotificationKind } from '@parlance/contracts';

/** Place in which a person is told: the inbox and mails, only the inbox, or none. */
export type Channel = 'mail' | 'app' | 'off';

/**
 * Kinds of notifications, the strongest first, with their channel for people who have chosen none. A
 * person is told of a comment once, by the first kind that applies and is not off.
 */
export const DEFAULT_CHANNELS: Readonly<Record<NotificationKind, Channel>> = {
  mention: 'mail',
  sent_back: 'mail',
  question: 'mail',
  thread: 'mail',
  value: 'app',
  resolved: 'app',
};

export const KINDS = Object.keys(DEFAULT_CHANNELS) as NotificationKind[];

/** Kinds of mails that a person can end: those about notifications, and the reminder of open questions. */
export const MAIL_KINDS = [...KINDS, 'reminder'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
