import type { WebhookEvent, WebhookKind } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { WebhookDisabledReason } from '../../../db/schema.generated.ts';
import { type OwnerRef, type Page, type PageQuery, pageById } from '../../kernel/index.ts';
import type { SentMessage } from './chat/plan-message.ts';

/** A secret that a webhook had before the previous one. */
export interface EarlierSecret {
  /** The bytes that `previous_secret_enc` had, in base64. */
  readonly sealed: string;
  readonly until: string;
}

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
  /** Secrets from before the previous one that are still valid, newest first. */
  earlier_secrets: EarlierSecret[];
  created_at: Date;
  disabled_at: Date | null;
  disabled_reason: WebhookDisabledReason | null;
  failing_since: Date | null;
  /** Failed attempts of pending deliveries since the last success. */
  failures: number;
  /** Time of the last success of any request, also of a test. */
  succeeded_at: Date | null;
  warned_at: Date | null;
  locale_tags: string[] | null;
  include_texts: boolean;
  /** Time of the day in UTC at which a chat gets a summary, such as `09:30`. */
  digest_at: string | null;
  /** Messages that were sent to the chat in the last hour. */
  sent_messages: SentMessage[];
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
  'earlier_secrets',
  'created_at',
  'disabled_at',
  'disabled_reason',
  'failing_since',
  'failures',
  'succeeded_at',
  'warned_at',
  'locale_tags',
  'include_texts',
  'digest_at',
  'sent_messages',
] as const;

/** A webhook of an organization. */
export interface WebhookRef {
  readonly organizationId: OwnerRef;
  readonly webhookId: string;
}

export type NewWebhook = Pick<
  WebhookRow,
  | 'kind'
  | 'address'
  | 'description'
  | 'events'
  | 'project_ids'
  | 'locale_tags'
  | 'include_texts'
  | 'digest_at'
  | 'secret_enc'
> & { readonly next_digest_at: Date | null };

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
  const query = db
    .selectFrom('webhook')
    .where('organization_id', '=', organizationId)
    .select(WEBHOOK_COLUMNS);
  return pageById(query.$castTo<WebhookRow>(), page, 'desc');
}

/** The fields of a webhook that determine which events it gets. */
export type WebhookFilter = Pick<
  WebhookRow,
  'id' | 'kind' | 'events' | 'project_ids' | 'locale_tags'
>;

export const listEnabledWebhooks = async (
  db: Db,
  organizationId: OwnerRef,
): Promise<WebhookFilter[]> =>
  (await db
    .selectFrom('webhook')
    .where('organization_id', '=', organizationId)
    .where('disabled_at', 'is', null)
    .select(['id', 'kind', 'events', 'project_ids', 'locale_tags'])
    .orderBy('id')
    .execute()) as WebhookFilter[];

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
  Omit<WebhookRow, 'id' | 'kind' | 'created_at' | 'sent_messages' | 'earlier_secrets'> & {
    next_at: Date | null;
    next_digest_at: Date | null;
    lease: string | null;
    /** A JSON array of {@link SentMessage}. */
    sent_messages: string;
    /** A JSON array of {@link EarlierSecret}. */
    earlier_secrets: string;
  }
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

export interface SealedWebhook
  extends Pick<WebhookRow, 'id' | 'secret_enc' | 'previous_secret_enc' | 'earlier_secrets'> {
  organization_id: string;
}

/** Lists the webhooks of all organizations with their encrypted secrets. */
export async function listSealedWebhooks(tx: Db): Promise<SealedWebhook[]> {
  const rows = await tx
    .selectFrom('webhook')
    .select(['organization_id', 'id', 'secret_enc', 'previous_secret_enc', 'earlier_secrets'])
    .forUpdate()
    .execute();
  return rows as unknown as SealedWebhook[];
}

/** SQL condition: a worker must handle at least one enabled webhook now. */
export const isAnyWebhookDue = (now: Date) => sql<boolean>`
  exists (select from webhook where next_at <= ${now}::timestamptz and disabled_at is null)`;
