import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAIL_KINDS, type MailKind } from './kinds.ts';

/** A person, and the kinds of mails from which a link unsubscribes the person. */
export interface Unsubscription {
  readonly userId: string;
  readonly kinds: readonly MailKind[];
}

const PAYLOAD = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})((?: [a-z_]+)+)$/;

const signatureOf = (payload: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(payload).digest();

/** Returns the token of an unsubscribe link. It is signed with the secret of the person's inbox. */
export function unsubscribeToken({ userId, kinds }: Unsubscription, secret: Buffer): string {
  const payload = [userId, ...kinds].join(' ');
  const signature = signatureOf(payload, secret).toString('base64url');
  return `${Buffer.from(payload).toString('base64url')}.${signature}`;
}

/** Parses a token without checking its signature. Null if the token is malformed. */
export function readToken(token: string): Unsubscription | null {
  const match = PAYLOAD.exec(payloadOf(token));
  if (!match) return null;
  const kinds = match[2]!.trim().split(' ');
  return { userId: match[1]!, kinds: MAIL_KINDS.filter((kind) => kinds.includes(kind)) };
}

/** True if a token is signed with the secret. */
export function isSigned(token: string, secret: Buffer): boolean {
  const signature = Buffer.from(token.split('.', 2)[1] ?? '', 'base64url');
  const expected = signatureOf(payloadOf(token), secret);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

const payloadOf = (token: string): string =>
  Buffer.from(token.split('.', 1)[0]!, 'base64url').toString();
