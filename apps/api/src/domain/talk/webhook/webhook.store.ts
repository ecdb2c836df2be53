import type { WebhookEvent } from '@parlance/contracts';
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
} from '../../kernel/index.ts';
import type { SentMessage } from './chat/plan-message.ts';

/** A secret that a webhook used before the previous secret. */
export interface EarlierSecret {
  /** The encrypted secret, as it was in `previous_secret_enc`, in base64. */
  readonly sealed: string;
  readonly until: string;
}

/** A webhook. The URL of a chat omits the secret part. */
export const WEBHOOK = recordOf(
  'webhook',
  {
    id: 'id',
    kind: 'kind',
    url: 'address',
    description: 'description',
    events: 'events',
    projectIds: 'project_ids',
    localeCodes: 'locale_tags',
    includeTexts: 'include_texts',
    // Time of the day in UTC at which a chat gets a summary, such as `09:30`.
    digestAt: 'digest_at',
    createdAt: 'created_at',
    disabledAt: 'disabled_at',
    disabledReason: 'disabled_reason',
    failingSince: 'failing_since',
    previousSecretUntil: 'previous_until',
  },
  [
    'secret_enc',
    'previous_secret_enc',
    // Secrets from before the previous one that are still valid, newest first.
    'earlier_secrets',
    // Failed attempts of pending deliveries since the last success.
    'failures',
    // Time of the last success of any request, also of a test.
    'succeeded_at',
    'warned_at',
    // Messages that were sent to the chat in the last hour.
    'sent_messages',
  ],
);

export interface WebhookRow extends RowOf<typeof WEBHOOK> {
  events: WebhookEvent[];
  earlier_secrets: EarlierSecret[];
  sent_messages: SentMessage[];
}

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
    .returning(WEBHOOK.columns)
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
    .select(WEBHOOK.columns);
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
    .select(WEBHOOK.columns);

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
    .returning(WEBHOOK.columns)
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
    .returning(WEBHOOK.columns)
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
