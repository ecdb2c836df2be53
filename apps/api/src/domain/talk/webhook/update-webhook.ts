import type { WebhookEvent } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { actorOf, audit, type Principal } from '../../kernel/index.ts';
import { restartPending } from './delivery.store.ts';
import { requireProjects } from './require-projects.ts';
import {
  lockWebhook,
  updateWebhookRow,
  type WebhookChange,
  type WebhookRef,
  type WebhookRow,
} from './webhook.store.ts';
import { requireAddress, shownAddress } from './webhook-address.ts';
import { digestColumns, localesIn, requireChat } from './webhook-filter.ts';
import { disableWebhook, scheduleWebhook } from './webhook-queue.ts';
import { sealWebhookSecret } from './webhook-secret.ts';

export interface WebhookUpdate {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly projectIds?: readonly string[] | null | undefined;
  readonly localeCodes?: readonly string[] | null | undefined;
  readonly includeTexts?: boolean | undefined;
  readonly digestAt?: string | null | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
}

type UpdateDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'webhookClient' | 'tasks'>;

/**
 * Changes a webhook.
 * @throws `not_found`, `validation_failed`
 */
export async function updateWebhook(
  deps: UpdateDeps,
  principal: Principal,
  webhookId: string,
  update: WebhookUpdate,
  address: string,
): Promise<WebhookRow> {
  const ref = { organizationId: principal.organizationId, webhookId };
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const webhook = await lockWebhook(tx, ref);
    if (!webhook) fail('not_found', 'The webhook does not exist.');
    await requireProjects(tx, ref.organizationId, update.projectIds ?? null);
    requireChat(webhook.kind, update);
    const change: WebhookChange = {
      ...(update.url !== undefined &&
        (await changedUrl(deps, tx, { ref, webhook, url: update.url }))),
      ...changedFilter(update),
      ...(update.digestAt !== undefined && digestColumns(update.digestAt, now)),
      ...(update.description !== undefined && { description: update.description }),
    };
    let row = Object.keys(change).length > 0 ? await updateWebhookRow(tx, ref, change) : webhook;
    if (update.enabled !== undefined) row = await setEnabled(deps, tx, ref, row, update.enabled);
    const isMoved = update.url !== undefined && update.url !== webhook.address;
    if (isMoved && row.disabled_at === null) row = await restart(tx, ref, {}, now);
    await audit(tx, {
      organizationId: ref.organizationId,
      at: now,
      actor: actorOf(principal),
      action: 'webhook.update',
      target: { type: 'webhook', id: row.id, name: row.address },
      address,
      details: { events: row.events, projectIds: row.project_ids },
    });
    return row;
  });
}

const changedFilter = (update: WebhookUpdate): WebhookChange => ({
  ...(update.events && { events: [...update.events].sort() }),
  ...(update.projectIds !== undefined && {
    project_ids: update.projectIds && [...update.projectIds],
  }),
  ...(update.localeCodes !== undefined && { locale_tags: localesIn(update.localeCodes) }),
  ...(update.includeTexts !== undefined && { include_texts: update.includeTexts }),
});

interface NewUrl {
  readonly ref: WebhookRef;
  readonly webhook: WebhookRow;
  readonly url: string;
}

async function changedUrl(
  deps: UpdateDeps,
  tx: UpdateDeps['db'],
  { ref, webhook: { kind }, url }: NewUrl,
): Promise<WebhookChange> {
  requireAddress(deps, kind, url);
  const change = { address: shownAddress(kind, url) };
  if (kind === 'standard') return change;
  return { ...change, secret_enc: await sealWebhookSecret(deps.secrets, tx, ref, url) };
}

async function setEnabled(
  { clock, tasks }: UpdateDeps,
  tx: UpdateDeps['db'],
  ref: WebhookRef,
  row: WebhookRow,
  enabled: boolean,
): Promise<WebhookRow> {
  const now = clock.now();
  if (enabled === (row.disabled_at === null)) return row;
  if (!enabled) return disableWebhook({ tasks }, tx, ref, { reason: 'user', now });
  const enabledColumns = {
    disabled_at: null,
    disabled_reason: null,
    lease: null,
    // A summary that was due while the webhook was disabled is left out.
    ...digestColumns(row.digest_at, now),
  };
  return restart(tx, ref, enabledColumns, now);
}

/** Changes a webhook, resets its failures, and makes its pending deliveries due now. */
async function restart(
  tx: UpdateDeps['db'],
  ref: WebhookRef,
  change: WebhookChange,
  now: Date,
): Promise<WebhookRow> {
  const row = await updateWebhookRow(tx, ref, {
    ...change,
    failing_since: null,
    failures: 0,
    warned_at: null,
  });
  await restartPending(tx, ref);
  await scheduleWebhook(tx, ref, now);
  return row;
}
