import type { Mail } from '../../../providers/mail/mailer.ts';
import { textsIn } from '../../../texts/texts.ts';
import {
  addressOf,
  onOneLine,
  type Recipient,
  type Stationery,
  write,
} from '../../kernel/index.ts';
import type { NotificationRow } from './notification.store.ts';
import type { OldQuestions } from './reminder.store.ts';

const TEXT_OF_KIND = {
  mention: 'mail.digest.mention',
  sent_back: 'mail.digest.sentBack',
  question: 'mail.digest.question',
  thread: 'mail.digest.thread',
  value: 'mail.digest.value',
  resolved: 'mail.digest.resolved',
  proposal: 'mail.digest.proposal',
} as const;

/**
 * Returns the links that unsubscribe a reader from such mails: a page for people, and a POST request for mail programs.
 */
const unsubscribeLinks = (publicUrl: string, token: string) => ({
  page: `${publicUrl}/unsubscribe?token=${token}`,
  oneClick: `${publicUrl}/v1/notifications/unsubscribe?token=${token}`,
});

/** Returns the mail about notifications of a person. It does not contain the texts of comments. */
export function digestLetter(
  user: Recipient,
  { notifications, hasMore }: { notifications: readonly NotificationRow[]; hasMore: boolean },
  stationery: Stationery,
  token: string,
): Mail {
  const text = textsIn(stationery.language);
  const { publicUrl } = stationery;
  const { page, oneClick } = unsubscribeLinks(publicUrl, token);
  const hasProposals = notifications.some(({ kind }) => kind === 'proposal');
  const lines = notifications.map((notification) => {
    const name =
      notification.actor_name === null
        ? text('mail.digest.somebody')
        : onOneLine(notification.actor_name);
    const names = [notification.project_name, notification.key].map(onOneLine);
    const where = [...names, ...(notification.locale === null ? [] : [notification.locale])].join(
      ' · ',
    );
    const said = text(TEXT_OF_KIND[notification.kind], {
      name,
      ...(notification.proposals !== null && { count: notification.proposals }),
    });
    return [said, where, linkTo(publicUrl, notification)].join('\n');
  });
  return {
    ...write(stationery, text, {
      to: addressOf(user),
      subject: text(hasProposals ? 'mail.digest.news' : 'mail.digest.subject', {
        count: notifications.length,
      }),
      paragraphs: [
        text('mail.digest.text', { site: publicUrl }),
        ...lines,
        ...(hasMore ? [text('mail.digest.more'), `${publicUrl}/inbox`] : []),
        `${text('mail.unsubscribe')}\n${page}`,
      ],
    }),
    unsubscribeUrl: oneClick,
  };
}

/** Returns the address of a thread, or of the texts with proposals in a locale. */
function linkTo(publicUrl: string, one: NotificationRow): string {
  const project = `/o/${one.organization_slug}/p/${one.project_id}`;
  if (one.proposals !== null) return `${publicUrl}${project}/editor?l=${one.locale}&q=has:proposal`;
  const path = `${project}/k/${one.key_id}`;
  const locale = one.locale === null ? '' : `l=${one.locale}&`;
  return `${publicUrl}${path}?${locale}thread=${one.thread_id}`;
}

/** Returns the mail that reminds a person of questions that have been open for more than a week. */
export function reminderLetter(
  user: Recipient,
  questions: readonly OldQuestions[],
  stationery: Stationery,
  token: string,
): Mail {
  const text = textsIn(stationery.language);
  const { publicUrl } = stationery;
  const { page, oneClick } = unsubscribeLinks(publicUrl, token);
  const paragraphs = [...Map.groupBy(questions, (question) => question.project_id).values()].map(
    (own) => {
      const { organization_slug: slug, project_id: id, project_name: name } = own[0]!;
      const counts = own.map(
        ({ locale, count }) => `${locale ?? text('mail.reminder.keys')}: ${count}`,
      );
      return [onOneLine(name), ...counts, `${publicUrl}/o/${slug}/p/${id}/questions`].join('\n');
    },
  );
  return {
    ...write(stationery, text, {
      to: addressOf(user),
      subject: text('mail.reminder.subject'),
      paragraphs: [
        text('mail.reminder.text', { site: publicUrl }),
        ...paragraphs,
        `${text('mail.unsubscribe')}\n${page}`,
      ],
    }),
    unsubscribeUrl: oneClick,
  };
}
