/** A mail server has refused a mail for good: sent again unchanged, it would be refused again (RFC 5321 §4.2.1). */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
