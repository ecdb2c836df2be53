import type { WebhookEvent, WebhookKind } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/ids/uuid.ts';
import type { WebhookDisabledReason } from '../../db/schema.generated.ts';
import { type Page, type PageQuery, pageOf } from '../paging.ts';
import type { OwnerRef } from '../tenant.ts';

export interface WebhookRow {
  id: string;
  kind: WebhookKind;
  address: string;
  description: string;
  events: WebhookEvent[];
  project_ids: string[] | null;
  secret_enc: Buffer;
  previous_secret_enc: Buffer | null;
  previous_until: Date | null;
  created_at: Date;
  disabled_at: Date | null;
  disabled_reason: WebhookDisabledReason | null;
  failing_since: Date | null;
  warned_at: Date | null;
}

export const WEBHOOK_COLUMNS = [
  'id',
  'kind',
  'address',
  'description',
  'events',
  'project_ids',
  'secret_enc',
  'previous_secret_enc',
  'previous_until',
  'created_at',
  'disabled_at',
  'disabled_reason',
  'failing_since',
  'warned_at',
] as const;

/** A webhook of an organization. */
export interface WebhookRef {
  readonly organizationId: OwnerRef;
  readonly webhookId: string;
}

export type NewWebhook = Pick<
  WebhookRow,
  'kind' | 'address' | 'description' | 'events' | 'project_ids' | 'secret_enc'
>;

export const newWebhookId = (): string => newId();

export async function insertWebhook(
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
  webhook: NewWebhook,
  now: Date,
): Promise<WebhookRow> {
  const row = await tx
    .insertInto('webhook')
    .values({ organization_id: organizationId, id: webhookId, created_at: now, ...webhook })
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow();
  return row as WebhookRow;
}

export async function countWebhooks(db: Db, organizationId: OwnerRef): Promise<number> {
  const row = await db
    .selectFrom('webhook')
    .where('organization_id', '=', organizationId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listWebhooks(
  db: Db,
  organizationId: OwnerRef,
  page: PageQuery,
): Promise<Page<WebhookRow>> {
  let query = db
    .selectFrom('webhook')
    .where('organization_id', '=', organizationId)
    .select(WEBHOOK_COLUMNS);
  if (page.after !== null) query = query.where('id', '<', page.after);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return pageOf(rows as WebhookRow[], page.limit, (row) => row.id);
}

export const listEnabledWebhooks = async (
  db: Db,
  organizationId: OwnerRef,
): Promise<Pick<WebhookRow, 'id' | 'events' | 'project_ids'>[]> =>
  (await db
    .selectFrom('webhook')
    .where('organization_id', '=', organizationId)
    .where('disabled_at', 'is', null)
    .select(['id', 'events', 'project_ids'])
    .orderBy('id')
    .execute()) as Pick<WebhookRow, 'id' | 'events' | 'project_ids'>[];

const ofRef = (db: Db, { organizationId, webhookId }: WebhookRef) =>
  db
    .selectFrom('webhook')
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .select(WEBHOOK_COLUMNS);

export async function findWebhook(db: Db, ref: WebhookRef): Promise<WebhookRow | null> {
  return ((await ofRef(db, ref).executeTakeFirst()) as WebhookRow | undefined) ?? null;
}

export async function lockWebhook(tx: Db, ref: WebhookRef): Promise<WebhookRow | null> {
  const row = await ofRef(tx, ref).forUpdate().executeTakeFirst();
  return (row as WebhookRow | undefined) ?? null;
}

export type WebhookChange = Partial<
  Omit<WebhookRow, 'id' | 'kind' | 'created_at'> & { next_at: Date | null; lease: string | null }
>;

export async function updateWebhookRow(
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
  change: WebhookChange,
): Promise<WebhookRow> {
  const row = await tx
    .updateTable('webhook')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow();
  return row as WebhookRow;
}

export async function deleteWebhookRow(
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
): Promise<WebhookRow | null> {
  const row = await tx
    .deleteFrom('webhook')
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirst();
  return (row as WebhookRow | undefined) ?? null;
}

export interface SealedWebhook {
  organization_id: string;
  id: string;
  secret_enc: Buffer;
  previous_secret_enc: Buffer | null;
}

/** Lists the webhooks of all organizations with their encrypted secrets. */
export async function listSealedWebhooks(tx: Db): Promise<SealedWebhook[]> {
  return tx
    .selectFrom('webhook')
    .select(['organization_id', 'id', 'secret_enc', 'previous_secret_enc'])
    .forUpdate()
    .execute();
}

/** A condition: a worker has something to do for some webhook. */
export const isAnyWebhookDue = (now: Date) => sql<boolean>`
  exists (select from webhook where next_at <= ${now}::timestamptz and disabled_at is null)`;
