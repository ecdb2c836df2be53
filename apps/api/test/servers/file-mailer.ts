import type { Mailer } from '../../src/providers/mail/mailer.ts';

/** The mailer of a service without a mail server. Nobody reads its files. */
export const fileMailer: Mailer = {
  writesFiles: true,
  send: async () => null,
  close: async () => {},
};
