import type { NotificationKind } from '@parlance/contracts';

/** Channel of notifications: the inbox and mails, only the inbox, or none. */
export type Channel = 'mail' | 'app' | 'off';

/**
 * Kinds of notifications in descending priority, with the default channel of each kind. A person gets only one
 * notification of a comment, for the first kind that applies and is not turned off.
 */
export const DEFAULT_CHANNELS: Readonly<Record<NotificationKind, Channel>> = {
  mention: 'mail',
  sent_back: 'mail',
  question: 'mail',
  thread: 'mail',
  value: 'app',
  resolved: 'app',
  proposal: 'mail',
};

export const KINDS = Object.keys(DEFAULT_CHANNELS) as NotificationKind[];

/** Kinds of mails that a person can turn off: mails about notifications, and the reminder of open questions. */
export const MAIL_KINDS = [...KINDS, 'reminder'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
