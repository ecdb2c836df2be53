import type { WebhookEvent } from '@parlance/contracts';
import type { EventFacts } from '../outbox/outbox.store.ts';
import type { OwnerRef } from '../tenant.ts';

/** An event with its facts, before it is known who is told. */
export interface DispatchedEvent {
  readonly event: WebhookEvent;
  readonly projectId: string | null;
  readonly at: Date;
  readonly facts: EventFacts;
}

export interface EventOrganization {
  readonly id: OwnerRef;
  readonly slug: string;
}

/** Body of a request, the same for all webhooks of an organization. It never has texts. */
export interface EventBody {
  readonly type: WebhookEvent | 'digest.daily' | 'webhook.test';
  readonly timestamp: string;
  readonly data: Omit<EventFacts, 'actor'> & {
    readonly organizationId: string;
    readonly organizationSlug: string | null;
    readonly projectId: string | null;
    readonly projectSlug: string | null;
    readonly actor: EventFacts['actor'] | null;
    /** Numbers of what waits for people, in a summary of the day. */
    readonly projects?: readonly WaitingProject[];
  };
}

/** Numbers of what waits for people in a project. */
export interface WaitingProject {
  readonly slug: string;
  readonly questions: number;
  readonly proposals: number;
  /** Number of values that need review. */
  readonly reviews: number;
}

export function eventBody(
  organization: EventOrganization,
  { event, projectId, at, facts }: DispatchedEvent,
  projectSlug: string | null,
): EventBody {
  const nothing = { number: null, changeId: null, actor: null, counts: {}, locales: null };
  return {
    type: event,
    timestamp: at.toISOString(),
    data: {
      ...{ organizationId: organization.id, organizationSlug: organization.slug },
      ...{ projectId, projectSlug },
      ...({ ...nothing, keyIds: null } as object),
      ...facts,
    },
  };
}

/** Number of keys that the event of a message to a chat names. */
const CHAT_KEY_IDS = 5;

/** Returns a body that stays small, since a message joins the events of many deliveries. */
export const bodyForChat = (body: EventBody): EventBody => ({
  ...body,
  data: { ...body.data, keyIds: body.data.keyIds?.slice(0, CHAT_KEY_IDS) ?? null },
});

export const testBody = (organization: EventOrganization, at: Date): EventBody => ({
  type: 'webhook.test',
  timestamp: at.toISOString(),
  data: ofNoProject(organization),
});

export const digestBody = (
  organization: EventOrganization,
  projects: readonly WaitingProject[],
  at: Date,
): EventBody => ({
  type: 'digest.daily',
  timestamp: at.toISOString(),
  data: { ...ofNoProject(organization), projects },
});

const ofNoProject = ({ id, slug }: EventOrganization): EventBody['data'] => ({
  ...{ organizationId: id, organizationSlug: slug },
  ...{ projectId: null, projectSlug: null, actor: null },
});
