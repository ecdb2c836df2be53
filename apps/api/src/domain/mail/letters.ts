import type { Mail } from '../../providers/mail/mailer.ts';

interface Recipient {
  email: string;
  name: string;
  /** Null until the owner of the address has confirmed it: until then a stranger may have typed the name. */
  email_verified_at: Date | null;
}

/** Maximum length of a name in a mail. */
const GREETED_LENGTH = 80;

/** A name on one line: what it says cannot pass for a paragraph of the letter. */
const onOneLine = (name: string): string =>
  [...name.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()].slice(0, GREETED_LENGTH).join('');

/** The recipient's name; empty if the address is not verified. */
const greetedName = ({ name, email_verified_at }: Recipient): string =>
  email_verified_at === null ? '' : onOneLine(name);

const greeting = (recipient: Recipient): string => `Hello ${greetedName(recipient)}`.trimEnd();

const to = (recipient: Recipient): Mail['to'] => ({
  name: greetedName(recipient),
  address: recipient.email,
});

/** The mail that lets a new user prove the address. */
export const verificationLetter = (user: Recipient, publicUrl: string, token: string): Mail => ({
  to: to(user),
  subject: 'Confirm your email address',
  text: `${greeting(user)},

Open this page and press its button to confirm your email address:

${publicUrl}/verify-email#token=${token}

The link is valid for 24 hours and can be used once. If you did not sign up, ignore this mail.
`,
});

export const passwordResetLetter = (user: Recipient, publicUrl: string, token: string): Mail => ({
  to: to(user),
  subject: 'Set a new password',
  text: `${greeting(user)},

Open this page to set a new password:

${publicUrl}/reset-password#token=${token}

The link is valid for one hour and can be used once. If you did not request it, ignore this mail:
your password does not change.
`,
});

/** Sent to a new address, which may have no account. */
export const emailChangeLetter = (email: string, publicUrl: string, token: string): Mail => ({
  to: { name: '', address: email },
  subject: 'Confirm your new email address',
  text: `Hello,

Open this page and press its button to use this address for your account at ${publicUrl}:

${publicUrl}/verify-email#token=${token}

The link is valid for 24 hours and can be used once. If you did not ask for this, ignore this mail:
nothing changes.
`,
});

/** Tells the owner of an account that its address is about to change. */
export const emailChangingLetter = (user: Recipient, email: string, publicUrl: string): Mail => ({
  to: to(user),
  subject: 'Your email address is about to change',
  text: `${greeting(user)},

Somebody who knows your password asked to change the address of your account at ${publicUrl} to

${email}

The change takes effect when the link that was mailed to that address is confirmed. If you did not ask
for this, reset your password now: that cancels the change and ends all sessions.
`,
});

/** Told to the owner of an address that somebody tried to use for another account. */
export const addressTakenLetter = (user: Recipient, publicUrl: string): Mail => ({
  to: to(user),
  subject: 'You already have an account',
  text: `${greeting(user)},

Somebody, probably you, tried to use this address for another account at ${publicUrl}.
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

Open this page to accept the invitation. If you have no account yet, you create it there:

${publicUrl}/accept-invitation#token=${token}

The link is valid for seven days and can be used once. If you do not know the sender, ignore this mail.
`,
  };
}
