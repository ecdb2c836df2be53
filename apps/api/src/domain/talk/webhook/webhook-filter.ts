import type { WebhookKind } from '@parlance/contracts';
import { failAt } from '../../../errors.ts';
import { requireKnownLocales } from '../../project/index.ts';
import { nextDigest } from './chat/next-digest.ts';

/**
 * Returns the canonical tags of the locales in a request.
 * @throws `validation_failed`
 */
export const localesIn = (localeCodes: readonly string[] | null): string[] | null =>
  localeCodes && requireKnownLocales(localeCodes, '/localeCodes');

/** @throws `validation_failed` if a standard webhook is set to get texts or summaries, which only chats get */
export function requireChat(
  kind: WebhookKind,
  {
    includeTexts,
    digestAt,
  }: { includeTexts?: boolean | undefined; digestAt?: string | null | undefined },
): void {
  if (kind !== 'standard') return;
  if (includeTexts === true) {
    failAt('/includeTexts', 'must be false for the kind standard, whose requests never have texts');
  }
  if (typeof digestAt === 'string') failAt('/digestAt', 'must be null for the kind standard');
}

export const digestColumns = (digestAt: string | null, now: Date) => ({
  digest_at: digestAt,
  next_digest_at: digestAt === null ? null : nextDigest(digestAt, now),
});
