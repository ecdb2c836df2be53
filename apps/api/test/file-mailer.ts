import type { Mailer } from '../src/providers/mail/mailer.ts';

/** The mailer of a service without a mail server, whose files nobody reads. */
export const fileMailer: Mailer = {
  writesFiles: true,
  send: async () => null,
  close: async () => {},
};
