import type { Mailer } from '../../src/providers/mail/mailer.ts';

/**
 * A mailer that discards all mails, but reports that it writes files, like the mailer of a service without a mail
 * server.
 */
export const fileMailer: Mailer = {
  writesFiles: true,
  send: async () => null,
  close: async () => {},
};
