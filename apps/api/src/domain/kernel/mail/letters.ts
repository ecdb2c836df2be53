import type { Role } from '@parlance/contracts';
import type { Mail } from '../../../providers/mail/mailer.ts';
import { type Texts, textsIn } from '../../../texts/texts.ts';
import type { MailLanguage } from './mail-language.ts';
import { LIFETIME_HOURS } from './mail-token.store.ts';

export interface Recipient {
  email: string;
  name: string;
  /**
   * Time at which the user confirmed the address. Null if the address is unconfirmed; a stranger
   * may then have chosen the name.
   */
  email_verified_at: Date | null;
}

export interface Stationery extends MailLanguage {
  readonly publicUrl: string;
}

/** Maximum length of a name in a mail, in characters. */
const GREETED_LENGTH = 80;

export const INVITATION_DAYS = 7;

/**
 * Matches dots between letters or digits, including characters that browsers treat as dots (UTS #46
 * §4).
 */
const INNER_DOT = /(?<=[\p{L}\p{M}\p{N}])[.\u2024\u3002\uff0e\uff61](?=[\p{L}\p{M}\p{N}])/gu;

/**
 * Returns a name without line breaks, so that it cannot look like a paragraph. A zero-width space
 * after each dot keeps mail clients from creating links.
 */
export const onOneLine = (name: string): string =>
  [...name.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()]
    .slice(0, GREETED_LENGTH)
    .join('')
    .replace(INNER_DOT, '.\u200b');

/** Returns the recipient's name for the greeting. Empty if the address is unconfirmed. */
const greetedName = ({ name, email_verified_at }: Recipient): string =>
  email_verified_at === null ? '' : onOneLine(name);

type LinkedPage = 'verify-email' | 'reset-password' | 'accept-invitation';

export function linkTo(
  page: LinkedPage,
  { publicUrl, language, isChosen }: Pick<Stationery, 'publicUrl'> & Partial<Stationery>,
  token: string,
): string {
  return `${publicUrl}/${page}${isChosen ? `?lang=${language}` : ''}#token=${token}`;
}

interface Letter {
  readonly to: Mail['to'];
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Returns a mail with a greeting and its paragraphs. */
export function write({ language }: Stationery, text: Texts, letter: Letter): Mail {
  const { to, subject, paragraphs } = letter;
  const greeting = to.name === '' ? text('mail.greetingPlain') : text('mail.greeting', to);
  return { to, subject, language, text: `${[greeting, ...paragraphs].join('\n\n')}\n` };
}

export const addressOf = (recipient: Recipient): Mail['to'] => ({
  name: greetedName(recipient),
  address: recipient.email,
});

const LINKED = {
  verification: { page: 'verify-email', purpose: 'verify_email' },
  passwordReset: { page: 'reset-password', purpose: 'reset_password' },
  emailChange: { page: 'verify-email', purpose: 'change_email' },
} as const;

function writeLinked(
  name: keyof typeof LINKED,
  to: Mail['to'],
  stationery: Stationery,
  token: string,
): Mail {
  const text = textsIn(stationery.language);
  const { page, purpose } = LINKED[name];
  return write(stationery, text, {
    to,
    subject: text(`mail.${name}.subject`),
    paragraphs: [
      text(`mail.${name}.text`, { site: stationery.publicUrl }),
      linkTo(page, stationery, token),
      text('mail.validHours', { count: LIFETIME_HOURS[purpose] }),
      text(`mail.${name}.otherwise`),
    ],
  });
}

export const verificationLetter = (user: Recipient, stationery: Stationery, token: string): Mail =>
  writeLinked('verification', addressOf(user), stationery, token);

export const passwordResetLetter = (user: Recipient, stationery: Stationery, token: string): Mail =>
  writeLinked('passwordReset', addressOf(user), stationery, token);

export const emailChangeLetter = (email: string, stationery: Stationery, token: string): Mail =>
  writeLinked('emailChange', { name: '', address: email }, stationery, token);

/** Returns the mail about the requested change of the account's address. */
export function emailChangingLetter(user: Recipient, stationery: Stationery, email: string): Mail {
  const text = textsIn(stationery.language);
  return write(stationery, text, {
    to: addressOf(user),
    subject: text('mail.emailChanging.subject'),
    paragraphs: [
      text('mail.emailChanging.text', { site: stationery.publicUrl }),
      email,
      text('mail.emailChanging.otherwise'),
    ],
  });
}

/** Returns the mail to a user whose address somebody has tried to use for another account. */
export function addressTakenLetter(user: Recipient, stationery: Stationery): Mail {
  const text = textsIn(stationery.language);
  return write(stationery, text, {
    to: addressOf(user),
    subject: text('mail.addressTaken.subject'),
    paragraphs: [
      text('mail.addressTaken.text', { site: stationery.publicUrl }),
      text('mail.addressTaken.otherwise'),
    ],
  });
}

interface InvitationFacts {
  email: string;
  role: Role;
  organizationName: string;
  inviterName: string;
}

/** Returns the mail with an invitation. The invited address may or may not have an account. */
export function invitationLetter(
  { email, role, organizationName, inviterName }: InvitationFacts,
  stationery: Stationery,
  token: string,
): Mail {
  const text = textsIn(stationery.language);
  const organization = onOneLine(organizationName);
  return write(stationery, text, {
    to: { name: '', address: email },
    subject: text('mail.invitation.subject', { organization }),
    paragraphs: [
      text('mail.invitation.text', {
        inviter: onOneLine(inviterName),
        organization,
        site: stationery.publicUrl,
        role: text(`roles.${role}`),
      }),
      text('mail.invitation.accept'),
      linkTo('accept-invitation', stationery, token),
      text('mail.validDays', { count: INVITATION_DAYS }),
      text('mail.invitation.otherwise'),
    ],
  });
}

interface WebhookFacts {
  kind: 'webhookFailing' | 'webhookDisabled' | 'webhookGone';
  address: string;
  organization: { name: string; slug: string };
}

/** Returns the mail that informs an owner that a webhook fails or was disabled. */
export function webhookLetter(
  user: Recipient,
  { kind, address, organization: { name, slug } }: WebhookFacts,
  stationery: Stationery,
): Mail {
  const text = textsIn(stationery.language);
  const organization = onOneLine(name);
  return write(stationery, text, {
    to: addressOf(user),
    subject: text(`mail.${kind}.subject`, { organization }),
    paragraphs: [
      text(`mail.${kind}.text`, { organization, site: stationery.publicUrl }),
      address,
      text(`mail.${kind}.otherwise`),
      `${stationery.publicUrl}/o/${slug}/webhooks`,
    ],
  });
}
