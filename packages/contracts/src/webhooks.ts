import { type Static, Type } from 'typebox';
import { endpoint, scoped, unbound } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { choice, closed, named, nullable, updateBody } from './schema/build.ts';
import { CanonicalLocaleTag, Empty, Id, LocaleTag, Timestamp } from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';

/** Events that a webhook can receive. */
export const WEBHOOK_EVENTS = [
  'comment.created',
  'import.completed',
  'job.completed',
  'job.failed',
  'key.archived',
  'key.created',
  'proposal.created',
  'release.failed',
  'release.published',
  'values.changed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Receivers of a webhook: any server (`standard`), or a channel of a chat service. */
export const WEBHOOK_KINDS = ['standard', 'slack', 'teams', 'discord'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export const WEBHOOK_DISABLED_REASONS = ['user', 'failing', 'gone'] as const;

export const WEBHOOK_DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

const EventSchema = choice(WEBHOOK_EVENTS, { title: 'WebhookEvent' });

const Events = Type.Array(EventSchema, {
  minItems: 1,
  maxItems: WEBHOOK_EVENTS.length,
  uniqueItems: true,
  description:
    'Events to send. `values.changed` is sent at most once every 10 seconds for each project.',
});

const Url = Type.String({
  minLength: 1,
  maxLength: LIMITS.webhookUrlLength,
  description:
    'URL that requests are sent to: https, the port 443 or 8443, and a host with public addresses. For a chat, the incoming webhook of a channel.',
});

const WebhookProjects = nullable(
  Type.Array(Id, { minItems: 1, maxItems: LIMITS.projectsPerApiKey, uniqueItems: true }),
  { description: 'Projects whose events are sent. Null for all projects.' },
);

const WebhookLocales = nullable(
  Type.Array(LocaleTag, { minItems: 1, maxItems: LIMITS.localesPerProject, uniqueItems: true }),
  {
    description:
      'Locales whose events are sent, with all events that are about no locale in particular. Null for all locales.',
  },
);

const IncludeTexts = Type.Boolean({
  description:
    'True if messages to a chat contain the beginnings of up to five texts. Only for chats.',
});

const DigestAt = nullable(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }), {
  description:
    'Time of the day in UTC, such as `09:30`, at which a chat gets a summary of open questions, proposals and values to review. Null for none. Only for chats.',
});

const WebhookDescription = Type.String({
  maxLength: LIMITS.nameLength,
  description: 'Text that tells people what the webhook is for.',
});

const webhookFields = {
  id: Id,
  kind: choice(WEBHOOK_KINDS, {
    description:
      'Receiver: `standard` for requests as in the Standard Webhooks specification, or a chat that gets messages.',
  }),
  url: Type.String({
    description:
      'URL that requests are sent to. The URL of a chat is a secret: only its host and its last four characters are shown.',
  }),
  description: Type.String({ description: 'Text that tells people what the webhook is for.' }),
  events: Type.Array(EventSchema, { description: 'Events that are sent.' }),
  projectIds: nullable(Type.Array(Id), {
    description: 'Projects whose events are sent. Null for all projects.',
  }),
  localeCodes: nullable(Type.Array(CanonicalLocaleTag), {
    description:
      'Locales whose events are sent, with all events that are about no locale in particular. Null for all locales.',
  }),
  includeTexts: IncludeTexts,
  digestAt: DigestAt,
  createdAt: Timestamp,
  disabledAt: nullable(Timestamp, {
    description: 'Time since which nothing is sent. Null if the webhook is enabled.',
  }),
  disabledReason: nullable(choice(WEBHOOK_DISABLED_REASONS), {
    description:
      'Why the webhook is disabled. `user`: somebody disabled it. `failing`: no request succeeded for 72 hours. `gone`: the receiver answered 410, or a chat 404.',
  }),
  failingSince: nullable(Timestamp, {
    description: 'Time of the first failure since the last success. Null if there was none.',
  }),
  previousSecretUntil: nullable(Timestamp, {
    description:
      'Time until which requests are also signed with the secret before the last rotation. Null if there is none. Each secret from before it signs until 24 hours after its own replacement.',
  }),
};

export const Webhook = named(
  'Webhook',
  webhookFields,
  'A receiver of events of the organization, without its secret.',
);
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = named('WebhookWithSecret', {
  ...webhookFields,
  secret: nullable(Type.String(), {
    description:
      'Secret that signs requests, in the form `whsec_…`. It is returned only in this response. Null for a chat.',
  }),
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

export const WebhookDelivery = named(
  'WebhookDelivery',
  {
    id: Type.String({
      format: 'uuid',
      description: 'Header `webhook-id` of the request, the same in every attempt.',
    }),
    event: Type.String({ description: 'Type of the event, or `webhook.test` for a test.' }),
    status: choice(WEBHOOK_DELIVERY_STATES, {
      description:
        '`pending`: an attempt is due later. `delivered`: the receiver has answered with a status from 200 to 299. `failed`: a test without such an answer.',
    }),
    attempts: Type.Integer({ minimum: 0, description: 'Number of attempts so far.' }),
    createdAt: Timestamp,
    attemptedAt: nullable(Timestamp, { description: 'Time of the last attempt.' }),
    nextAttemptAt: nullable(Timestamp, {
      description: 'Time of the next attempt after a failed one. Null if none failed.',
    }),
    answerStatus: nullable(Type.Integer(), {
      description: 'HTTP status of the last answer. Null if the last attempt got none.',
    }),
    answer: nullable(Type.String(), {
      description: 'First 1,024 bytes of the body of the last answer.',
    }),
    fault: nullable(choice(['refused_address', 'timeout', 'tls', 'connection']), {
      description:
        'Why the last attempt got no answer. Null if it got one. `refused_address`: the address is not public, and the operator has not allowed it with `WEBHOOK_ALLOWED_ADDRESSES`.',
    }),
    body: Type.String({ description: 'Body of the request, or for a chat the event in it.' }),
  },
  'An event that was sent to a webhook, or is to be sent.',
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const access = unbound(scoped('admin:api-keys'));
const params = closed({ webhookId: Id });
const deliveryParams = closed({ webhookId: Id, deliveryId: Id });

export const webhooksList = endpoint({
  id: 'webhooks.list',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'Lists the webhooks of the organization, newest first.',
  access,
  query: listQuery(),
  data: Type.Array(Webhook),
  meta: ListMeta,
});

export const webhooksCreate = endpoint({
  id: 'webhooks.create',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Creates a webhook. Only this response contains the secret.',
  access,
  body: closed({
    kind: Type.Optional(
      choice(WEBHOOK_KINDS, {
        default: 'standard',
        description: 'Receiver. Defaults to `standard`.',
      }),
    ),
    url: Url,
    events: Events,
    projectIds: Type.Optional(WebhookProjects),
    localeCodes: Type.Optional(WebhookLocales),
    includeTexts: Type.Optional(IncludeTexts),
    digestAt: Type.Optional(DigestAt),
    description: Type.Optional(WebhookDescription),
  }),
  status: 201,
  data: WebhookWithSecret,
});

export const webhooksGet = endpoint({
  id: 'webhooks.get',
  method: 'GET',
  path: '/v1/webhooks/:webhookId',
  summary: 'Returns a webhook.',
  access,
  params,
  data: Webhook,
});

export const webhooksUpdate = endpoint({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/v1/webhooks/:webhookId',
  summary: 'Changes a webhook. Pending deliveries continue when it is enabled again.',
  access,
  params,
  body: updateBody({
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    projectIds: Type.Optional(WebhookProjects),
    localeCodes: Type.Optional(WebhookLocales),
    includeTexts: Type.Optional(IncludeTexts),
    digestAt: Type.Optional(DigestAt),
    description: Type.Optional(WebhookDescription),
    enabled: Type.Optional(
      Type.Boolean({ description: 'False disables the webhook; true enables it again.' }),
    ),
  }),
  data: Webhook,
});

export const webhooksDelete = endpoint({
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/v1/webhooks/:webhookId',
  summary: 'Deletes a webhook with its deliveries.',
  access,
  params,
  data: Empty,
});

export const webhooksRotate = endpoint({
  id: 'webhooks.rotate',
  method: 'POST',
  path: '/v1/webhooks/:webhookId/rotate',
  summary: 'Replaces the secret of a webhook. Requests are signed with both secrets for 24 hours.',
  access,
  params,
  data: WebhookWithSecret,
  errors: ['conflict'],
});

export const webhooksTest = endpoint({
  id: 'webhooks.test',
  method: 'POST',
  path: '/v1/webhooks/:webhookId/test',
  summary:
    'Sends the event `webhook.test` at once, also to a disabled webhook. At most 10 times a minute.',
  access,
  params,
  data: WebhookDelivery,
});

export const webhooksDeliveriesList = endpoint({
  id: 'webhooks.deliveries.list',
  method: 'GET',
  path: '/v1/webhooks/:webhookId/deliveries',
  summary: 'Lists the deliveries of a webhook in the last 30 days, newest first.',
  access,
  params,
  query: listQuery({
    status: Type.Optional(
      choice(WEBHOOK_DELIVERY_STATES, { description: 'Only deliveries with this status.' }),
    ),
  }),
  data: Type.Array(WebhookDelivery),
  meta: ListMeta,
});

export const webhooksDeliveriesRedeliver = endpoint({
  id: 'webhooks.deliveries.redeliver',
  method: 'POST',
  path: '/v1/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  summary: 'Sends a delivery once more at once, with the same id. At most 10 times a minute.',
  access,
  params: deliveryParams,
  data: WebhookDelivery,
});
