import type { NotificationKind } from '@parlance/contracts';

const KINDS = [
  'mention',
  'thread',
  'question',
  'value',
  'sent_back',
  'resolved',
  'proposal',
  'reminder',
] as const satisfies readonly (NotificationKind | 'reminder')[];

/**
 * Returns the kinds of mails from which a token unsubscribes. The first part of the token contains them in base64url,
 * after the person's id. Returns an empty list for a token of another form, which the service rejects.
 */
export function unsubscribedKinds(token: string): readonly (typeof KINDS)[number][] {
  try {
    const payload = atob(token.split('.', 1)[0]!.replaceAll('-', '+').replaceAll('_', '/'));
    const words = payload.split(' ').slice(1);
    return KINDS.filter((kind) => words.includes(kind));
  } catch {
    // The text is not base64.
    return [];
  }
}
