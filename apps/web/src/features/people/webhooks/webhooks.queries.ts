import type { Webhook, WebhookDelivery, WebhookEvent, WebhookKind } from '@parlance/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Choosable, pagedQuery } from '../../../lib/paged-query.ts';

/** All events, in the order of the page. The type names an event that is missing. */
export const EVENTS = Object.keys({
  'release.published': true,
  'release.failed': true,
  'import.completed': true,
  'values.changed': true,
  'key.created': true,
  'key.archived': true,
  'job.completed': true,
  'job.failed': true,
  'comment.created': true,
  'proposal.created': true,
} satisfies Record<WebhookEvent, true>) as WebhookEvent[];

export const KINDS: readonly WebhookKind[] = ['standard', 'slack', 'teams', 'discord'];

/** Query of the webhooks of an organization. Only owners and admins may list them. */
export const webhooksQuery = (organizationId: string) =>
  pagedQuery<Webhook>(['webhooks', organizationId], (page) =>
    api(organizationId).webhooks.list(page),
  );

export const deliveriesQuery = (organizationId: string, webhookId: string) =>
  pagedQuery<WebhookDelivery>(['webhook-deliveries', organizationId, webhookId], (page) =>
    api(organizationId).webhooks.deliveries.list({ webhookId, ...page }),
  );

/** Query of the projects to which a webhook is restricted. Null for every project. */
export const boundProjectsQuery = (organizationId: string, projectIds: readonly string[] | null) =>
  queryOptions({
    queryKey: ['webhook-projects', organizationId, projectIds],
    queryFn: async (): Promise<readonly Choosable[] | null> => {
      const { projects } = api(organizationId).i18n;
      const reads = projectIds?.map(async (projectId) => (await projects.get({ projectId })).data);
      return reads ? await Promise.all(reads) : null;
    },
  });

/** Fields of a webhook that the form edits. */
export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  readonly projectIds: readonly string[] | null;
  readonly localeCodes: readonly string[] | null;
  /** True to include texts in messages. Only for chats. */
  readonly includeTexts?: boolean;
  readonly digestAt?: string | null;
}

const bodyOf = ({ events, projectIds, localeCodes, ...fields }: Omit<WebhookFields, 'url'>) => ({
  ...fields,
  events: [...events],
  projectIds: projectIds && [...projectIds],
  localeCodes: localeCodes && [...localeCodes],
});

export const createWebhook = async (
  organizationId: string,
  kind: WebhookKind,
  { url, ...fields }: WebhookFields,
) => (await api(organizationId).webhooks.create({ kind, url, ...bodyOf(fields) })).data;

/** Saves a webhook. An empty URL keeps the stored one. */
export const saveWebhook = (
  organizationId: string,
  webhookId: string,
  { url, ...fields }: WebhookFields,
) =>
  api(organizationId).webhooks.update({
    webhookId,
    ...bodyOf(fields),
    ...(url !== '' && { url }),
  });

export const enableWebhook = (organizationId: string, webhookId: string, enabled: boolean) =>
  api(organizationId).webhooks.update({ webhookId, enabled });

export const rotateWebhook = async (organizationId: string, webhookId: string) =>
  (await api(organizationId).webhooks.rotate({ webhookId })).data;

export const deleteWebhook = (organizationId: string, webhookId: string) =>
  api(organizationId).webhooks.delete({ webhookId });

export const testWebhook = async (organizationId: string, webhookId: string) =>
  (await api(organizationId).webhooks.test({ webhookId })).data;

export const redeliver = async (organizationId: string, webhookId: string, deliveryId: string) =>
  (await api(organizationId).webhooks.deliveries.redeliver({ webhookId, deliveryId })).data;
