import { LIMITS, type WebhookEvent, type WebhookKind } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { actorOf, audit, type Principal } from '../../kernel/index.ts';
import { lockOrganization } from '../../people/index.ts';
import { requireProjects } from './require-projects.ts';
import { mintWebhookSecret } from './sign-request.ts';
import { countWebhooks, insertWebhook, newWebhookId, type WebhookRow } from './webhook.store.ts';
import { requireAddress, shownAddress } from './webhook-address.ts';
import { digestColumns, localesIn, requireChat } from './webhook-filter.ts';
import { sealWebhookSecret } from './webhook-secret.ts';

export interface NewWebhookInput {
  readonly kind: WebhookKind;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly projectIds: readonly string[] | null;
  readonly localeCodes: readonly string[] | null;
  readonly chat: { readonly includeTexts: boolean; readonly digestAt: string | null };
  readonly description: string;
}

export interface WebhookAndSecret {
  readonly row: WebhookRow;
  /** The secret. Null for a chat, because the URL of a chat is itself the secret. */
  readonly secret: string | null;
}

/**
 * Creates a webhook. Only this call returns the secret.
 * @throws `validation_failed`, `not_found`, `limit_exceeded`
 */
export async function createWebhook(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'webhookClient'>,
  principal: Principal,
  { kind, url, events, projectIds, localeCodes, chat, description }: NewWebhookInput,
  address: string,
): Promise<WebhookAndSecret> {
  const { organizationId } = principal;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    if ((await countWebhooks(tx, organizationId)) >= LIMITS.webhooks) {
      fail(
        'limit_exceeded',
        `An organization has at most ${LIMITS.webhooks} webhooks. Delete one.`,
      );
    }
    await requireProjects(tx, organizationId, projectIds);
    requireAddress(deps, kind, url);
    requireChat(kind, chat);
    const ref = { organizationId, webhookId: newWebhookId() };
    const secret = kind === 'standard' ? mintWebhookSecret() : null;
    const webhook = {
      kind,
      address: shownAddress(kind, url),
      description,
      events: [...events].sort(),
      project_ids: projectIds && [...projectIds],
      locale_tags: localesIn(localeCodes),
      include_texts: chat.includeTexts,
      ...digestColumns(chat.digestAt, now),
      secret_enc: await sealWebhookSecret(deps.secrets, tx, ref, secret ?? url),
    };
    const row = await insertWebhook(tx, ref, webhook, now);
    await audit(tx, {
      organizationId,
      at: now,
      actor: actorOf(principal),
      action: 'webhook.create',
      target: { type: 'webhook', id: row.id, name: row.address },
      address,
      details: { events: row.events, projectIds: row.project_ids },
    });
    return { row, secret };
  });
}
