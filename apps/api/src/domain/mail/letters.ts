import type { Mail } from '../../providers/mail/mailer.ts';

interface Recipient {
  email: string;
  name: string;
}

const to = ({ email, name }: Recipient): Mail['to'] => ({ name, address: email });

/** The mail that lets a new user prove the address. */
export const verificationLetter = (user: Recipient, publicUrl: string, token: string): Mail => ({
  to: to(user),
  subject: 'Confirm your email address',
  text: `Hello ${user.name},

open this page and press its button to confirm your address:

${publicUrl}/verify-email#token=${token}

The link is good for 24 hours and for one use. If you did not sign up, ignore this mail.
`,
});

export const passwordResetLetter = (user: Recipient, publicUrl: string, token: string): Mail => ({
  to: to(user),
  subject: 'Set a new password',
  text: `Hello ${user.name},

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
  text: `Hello ${user.name},

somebody, probably you, tried to sign up with this address at ${publicUrl}.
You already have an account there: sign in, or reset the password if you forgot it.
`,
});
