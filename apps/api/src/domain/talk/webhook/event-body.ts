import type { WebhookEvent } from '@parlance/contracts';
import type { EventFacts, OwnerRef } from '../../kernel/index.ts';

/** An event and its details, before the webhooks that receive it are determined. */
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

/** Body of a request. All webhooks of an organization get the same body. It never contains texts. */
export interface EventBody {
  readonly type: WebhookEvent | 'digest.daily' | 'webhook.test';
  readonly timestamp: string;
  readonly data: Omit<EventFacts, 'actor'> & {
    readonly organizationId: string;
    readonly organizationSlug: string | null;
    readonly projectId: string | null;
    readonly projectSlug: string | null;
    readonly actor: EventFacts['actor'] | null;
    /** Work that waits for people in each project, in a daily summary. */
    readonly projects?: readonly WaitingProject[];
  };
}

/** Amount of work that waits for people in a project. */
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
      organizationId: organization.id,
      organizationSlug: organization.slug,
      projectId,
      projectSlug,
      ...({ ...nothing, keyIds: null } as object),
      ...facts,
    },
  };
}

/** Maximum number of keys that one event lists in a message to a chat. */
const CHAT_KEY_IDS = 5;

/** Returns a body with fewer key ids, because one message to a chat joins the events of many deliveries. */
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
  organizationId: id,
  organizationSlug: slug,
  projectId: null,
  projectSlug: null,
  actor: null,
});
