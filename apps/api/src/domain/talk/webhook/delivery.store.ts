import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import {
  type OwnerRef,
  type Page,
  type PageQuery,
  pageById,
  type RowOf,
  recordOf,
  trustedOwner,
} from '../../kernel/index.ts';
import { WEBHOOK, type WebhookRef, type WebhookRow } from './webhook.store.ts';

export const DELIVERY = recordOf(
  'webhook_delivery',
  {
    id: 'id',
    event: 'event',
    status: 'status',
    attempts: 'attempts',
    createdAt: 'created_at',
    attemptedAt: 'attempted_at',
    nextAttemptAt: 'next_at',
    answerStatus: 'answer_status',
    answer: 'answer_head',
    fault: 'fault',
    body: 'body',
  },
  [],
);
export type DeliveryRow = RowOf<typeof DELIVERY>;

export interface NewDelivery {
  readonly webhookId: string;
  readonly number: number;
  readonly event: string;
  readonly body: string;
}

/**
 * Adds deliveries to the queues of webhooks, and makes idle webhooks due, so that workers handle them. Omits the
 * deliveries of webhooks that were deleted meanwhile.
 */
export async function insertDeliveries(
  tx: Db,
  organizationId: OwnerRef,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
  await sql`
    with held as materialized (
      select id from webhook
      where organization_id = ${organizationId}::uuid and id = any(${ids}::uuid[])
      order by id for key share
    )
    insert into webhook_delivery (organization_id, webhook_id, id, number, event, body, created_at)
    select ${organizationId}::uuid, d.webhook_id, d.id, d.number, d.event, d.body, ${now}::timestamptz
    from unnest(${deliveries.map(({ webhookId }) => webhookId)}::uuid[],
                ${deliveries.map(() => newId())}::uuid[],
                ${deliveries.map(({ number }) => number)}::bigint[],
                ${deliveries.map(({ event }) => event)}::text[],
                ${deliveries.map(({ body }) => body)}::text[]) d(webhook_id, id, number, event, body)
    join held on held.id = d.webhook_id`.execute(tx);
  await tx
    .updateTable('webhook')
    .set({
      // A message to a chat about another event need not wait for the message that is due next, unless the chat is
      // failing.
      next_at: sql<Date>`case when kind <> 'standard' and lease is null and failing_since is null
        then ${now}::timestamptz else coalesce(next_at, ${now}::timestamptz) end`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute();
}

/** Adds a delivery outside the queue, so that it does not wait for other deliveries. */
export async function insertTest(
  db: Db,
  { organizationId, webhookId }: WebhookRef,
  delivery: Pick<DeliveryRow, 'event' | 'body'>,
  now: Date,
): Promise<DeliveryRow> {
  return db
    .insertInto('webhook_delivery')
    .values({
      organization_id: organizationId,
      webhook_id: webhookId,
      id: newId(),
      ...delivery,
      created_at: now,
      status: 'failed',
    })
    .returning(DELIVERY.columns)
    .executeTakeFirstOrThrow();
}

const ofWebhook = (db: Db, { organizationId, webhookId }: WebhookRef) =>
  db
    .selectFrom('webhook_delivery')
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .select(DELIVERY.columns);

export async function listDeliveries(
  db: Db,
  ref: WebhookRef,
  { limit, after, status }: PageQuery & { status: DeliveryRow['status'] | undefined },
): Promise<Page<DeliveryRow>> {
  let query = ofWebhook(db, ref);
  if (status !== undefined) query = query.where('status', '=', status);
  return pageById(query, { limit, after }, 'desc');
}

export async function findDelivery(
  db: Db,
  ref: WebhookRef,
  deliveryId: string,
): Promise<DeliveryRow | null> {
  return (await ofWebhook(db, ref).where('id', '=', deliveryId).executeTakeFirst()) ?? null;
}

/** Returns the first pending deliveries of a webhook, in the order in which they are sent. */
export function listPending(db: Db, ref: WebhookRef, limit: number): Promise<DeliveryRow[]> {
  return ofWebhook(db, ref)
    .where('status', '=', 'pending')
    .where('number', 'is not', null)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export type AttemptRecord = Pick<
  DeliveryRow,
  'status' | 'next_at' | 'attempted_at' | 'answer_status' | 'answer_head' | 'fault'
>;

/** Stores the outcome of an attempt. A delivered delivery keeps its status, even if a later attempt fails. */
export async function recordAttempt(
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
  deliveryId: string,
  { status, next_at: nextAt, ...attempt }: AttemptRecord,
): Promise<DeliveryRow | null> {
  const row = await tx
    .updateTable('webhook_delivery')
    .set((eb) => ({
      ...attempt,
      next_at: sql<Date | null>`case when status <> 'delivered' then ${nextAt}::timestamptz end`,
      status: sql<DeliveryRow['status']>`case when status = 'delivered' then status
        else ${status}::webhook_delivery_status end`,
      attempts: eb('attempts', '+', 1),
    }))
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', deliveryId)
    .returning(DELIVERY.columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Marks further deliveries as delivered, because a delivered message to a chat contained their events. */
export async function recordJoined(
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
  deliveryIds: readonly string[],
  attempt: Pick<AttemptRecord, 'attempted_at' | 'answer_status' | 'answer_head' | 'fault'>,
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await tx
    .updateTable('webhook_delivery')
    .set((eb) => ({
      ...attempt,
      status: 'delivered' as const,
      next_at: null,
      attempts: eb('attempts', '+', 1),
    }))
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('id', 'in', deliveryIds)
    .execute();
}

/** Makes the pending deliveries of a webhook due at `latest` if their next attempts are later. */
export async function advancePending(
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
  latest: Date,
): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ next_at: latest })
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('next_at', '>', latest)
    .execute();
}

/** Resets the failed attempts of the pending deliveries of a webhook. */
export async function restartPending(
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ next_at: null, attempts: 0 })
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('next_at', 'is not', null)
    .execute();
}

export interface ClaimedWebhook extends WebhookRow {
  readonly ref: WebhookRef;
}

/** A claim on a webhook. If the process is killed, the claim ends at the time `until`. */
export interface WebhookClaim {
  readonly lease: string;
  readonly now: Date;
  readonly until: Date;
  /**
   * Ids of webhooks to which the process is already sending. They may be due if a test has moved
   * the clock.
   */
  readonly running: readonly string[];
  /** Ids of organizations whose webhooks are not claimed. */
  readonly exceptOf: readonly string[];
}

/** Claims the webhook that has been due for the longest time. */
export async function claimWebhook(
  db: Db,
  { lease, now, until, running, exceptOf }: WebhookClaim,
): Promise<ClaimedWebhook | null> {
  // If the limit were in a subquery, PostgreSQL could run the subquery again for each webhook.
  const { rows } = await sql<WebhookRow & { organization_id: string }>`
    with due as materialized (
      select organization_id, id from webhook
      where next_at <= ${now}::timestamptz and disabled_at is null
        and not id = any(${running}::uuid[]) and not organization_id = any(${exceptOf}::uuid[])
      order by next_at, organization_id, id limit 1 for update skip locked)
    update webhook w set lease = ${lease}::uuid, next_at = ${until}::timestamptz
    from due
    where w.organization_id = due.organization_id and w.id = due.id
    returning w.organization_id, ${sql.join(WEBHOOK.columns.map((name) => sql.ref(`w.${name}`)))}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return null;
  const { organization_id: organizationId, ...webhook } = row;
  return {
    ...webhook,
    ref: { organizationId: trustedOwner(organizationId), webhookId: webhook.id },
  };
}

/** Locks a claimed webhook. Returns null if the claim has ended or the webhook is disabled. */
export async function lockClaimed(
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
  lease: string,
): Promise<WebhookRow | null> {
  const row = await tx
    .selectFrom('webhook')
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .where('lease', '=', lease)
    .where('disabled_at', 'is', null)
    .select(WEBHOOK.columns)
    .forUpdate()
    .executeTakeFirst();
  return (row as WebhookRow | undefined) ?? null;
}

export async function extendClaim(
  db: Db,
  { organizationId, webhookId }: WebhookRef,
  lease: string,
  until: Date,
): Promise<WebhookRow | null> {
  const row = await db
    .updateTable('webhook')
    .set({ next_at: until })
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .where('lease', '=', lease)
    .where('disabled_at', 'is', null)
    .returning(WEBHOOK.columns)
    .executeTakeFirst();
  return (row as WebhookRow | undefined) ?? null;
}

/** Sets the time of a webhook's next turn, unless a process has claimed the webhook. */
export async function scheduleIdle(
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
  nextAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ next_at: nextAt })
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .where('lease', 'is', null)
    .execute();
}
