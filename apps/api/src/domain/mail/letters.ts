import type { Mail } from '../../providers/mail/mailer.ts';

interface Recipient {
  email: string;
  name: string;
}

/** Longest name in a greeting; a name is whatever a stranger typed at sign-up. */
const GREETED_LENGTH = 80;

/** A name on one line: what it says cannot pass for a paragraph of the letter. */
const onOneLine = (name: string): string =>
  [...name.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()].slice(0, GREETED_LENGTH).join('');

const greeted = ({ name }: Recipient): string => onOneLine(name);

const to = (recipient: Recipient): Mail['to'] => ({
  name: greeted(recipient),
  address: recipient.email,
});

/** The mail that lets a new user prove the address. */
export const verificationLetter = (user: Recipient, publicUrl: string, token: string): Mail => ({
  to: to(user),
  subject: 'Confirm your email address',
  text: `Hello ${greeted(user)},

open this page and press its button to confirm your address:

${publicUrl}/verify-email#token=${token}

The link is good for 24 hours and for one use. If you did not sign up, ignore this mail.
`,
});

export const passwordResetLetter = (user: Recipient, publicUrl: string, token: string): Mail => ({
  to: to(user),
  subject: 'Set a new password',
  text: `Hello ${greeted(user)},

open this page to set a new password:

${publicUrl}/reset-password#token=${token}

The link is good for one hour and for one use. If you did not ask for it, ignore this mail:
your password stays as it is.
`,
});

/** Told to the owner of an address that somebody tried to sign up with again. */
export const addressTakenLetter = (user: Recipient, publicUrl: string): Mail => ({
  to: to(user),
  subject: 'You already have an account',
  text: `Hello ${greeted(user)},

somebody, probably you, tried to sign up with this address at ${publicUrl}.
You already have an account there: sign in, or reset the password if you forgot it.
`,
});

interface InvitationFacts {
  email: string;
  role: string;
  organizationName: string;
  inviterName: string;
}

/** Sent to an address that may or may not have an account. */
export function invitationLetter(
  { email, role, organizationName, inviterName }: InvitationFacts,
  publicUrl: string,
  token: string,
): Mail {
  const organization = onOneLine(organizationName);
  return {
    to: { name: '', address: email },
    subject: `Invitation to ${organization}`,
    text: `Hello,

${onOneLine(inviterName)} invites you to the organization “${organization}” at ${publicUrl},
with the role ${role}.

Sign in there with this address, or sign up first if you have no account. Then open this page and
press its button to accept:

${publicUrl}/accept-invitation#token=${token}

The link is good for seven days and for one use. If you do not know who sent it, ignore this mail.
`,
  };
}
