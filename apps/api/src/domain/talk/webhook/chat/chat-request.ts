import type { Deps } from '../../../../deps.ts';
import { preferredLanguage } from '../../../kernel/index.ts';
import { listOwnerIds } from '../../../people/index.ts';
import type { WebhookRef, WebhookRow } from '../webhook.store.ts';
import type { ChatKind } from './chat-hosts.ts';
import { type ChatMessage, chatMessage } from './chat-message.ts';
import { readExcerpts } from './excerpt.store.ts';

/** Returns the request that posts a message to a chat, without its URL. */
export async function chatRequest(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  { organizationId }: WebhookRef,
  {
    kind,
    include_texts: hasTexts,
    locale_tags: localeTags,
  }: Pick<WebhookRow, 'include_texts' | 'locale_tags'> & { kind: ChatKind },
  message: Omit<ChatMessage, 'excerpts'>,
): Promise<{ headers: Record<string, string>; body: string }> {
  const excerpts = hasTexts
    ? await readExcerpts(db, organizationId, message.bodies, localeTags)
    : [];
  const [owner] = await listOwnerIds(db, organizationId);
  const language = owner === undefined ? null : await preferredLanguage(db, owner);
  const display = { publicUrl: site.publicUrl, language: language ?? 'en' } as const;
  return {
    headers: { 'content-type': 'application/json' },
    body: chatMessage(kind, { ...message, excerpts }, display),
  };
}
