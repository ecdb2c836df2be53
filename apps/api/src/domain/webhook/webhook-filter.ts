import type { WebhookKind } from '@parlance/contracts';
import { failAt } from '../../errors.ts';
import { requireLocaleTags } from '../locale/locale-tag.ts';

/** Returns the canonical tags of the locales in a request. @throws `validation_failed` */
export const localesIn = (localeCodes: readonly string[] | null): string[] | null =>
  localeCodes && [...requireLocaleTags(localeCodes, '/localeCodes')];

/** @throws `validation_failed` if a request would contain texts and is not a message to a chat */
export function requireChatForTexts(kind: WebhookKind, includeTexts: boolean | undefined): void {
  if (kind === 'standard' && includeTexts === true) {
    failAt('/includeTexts', 'must be false for the kind standard, whose requests never have texts');
  }
}
