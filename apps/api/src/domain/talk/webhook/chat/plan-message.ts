import type { EventBody } from '../event-body.ts';

/**
 * Minimum time in milliseconds between two messages about the same event type and project. The next
 * message combines the events that occur in the meantime.
 */
export const JOIN_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
export const MESSAGES_PER_HOUR = 60;
/** Maximum number of events that one message combines. */
export const JOINED_EVENTS = 500;

/** A message that was sent to a chat. */
export interface SentMessage {
  readonly type: string;
  readonly projectId: string | null;
  readonly at: string;
}

interface Pending {
  readonly id: string;
  readonly body: string;
  /** Time of the next attempt, if the last attempt has failed. */
  readonly next_at: Date | null;
}

/** A message about the events of some deliveries. All of these events have the same type and project. */
export interface PlannedMessage<Delivery extends Pending> {
  readonly deliveries: readonly [Delivery, ...Delivery[]];
  readonly bodies: readonly [EventBody, ...EventBody[]];
  /** Time of the next possible message, if this message uses up the hourly limit. Otherwise null. */
  readonly resumesAt: Date | null;
}

export interface MessagePlan<Delivery extends Pending> {
  /** The message that is due now. Null if no message is due. */
  readonly message: PlannedMessage<Delivery> | null;
  /** Time at which the next message is due. Null if no delivery is pending. */
  readonly dueAt: Date | null;
}

/** Returns the messages of the last hour. */
export const messagesOfHour = (sent: readonly SentMessage[], now: Date): SentMessage[] =>
  sent.filter(({ at }) => Date.parse(at) > now.getTime() - HOUR_MS);

/**
 * Plans the next message to a chat.
 *
 * @param pending - Deliveries in their order, at most {@link JOINED_EVENTS}
 * @param sent - Messages that were sent to the chat, oldest first
 */
export function planMessage<Delivery extends Pending>(
  pending: readonly Delivery[],
  sent: readonly SentMessage[],
  now: Date,
): MessagePlan<Delivery> {
  if (pending.length === 0) return { message: null, dueAt: null };
  const waits = (dueAt: Date): MessagePlan<Delivery> => ({ message: null, dueAt });
  // After a failed message, no other message is sent until the next attempt is due. All deliveries
  // are checked, because earlier events that wait to be joined may precede the failed message.
  const retryMs = Math.max(...pending.map(({ next_at: nextAt }) => nextAt?.getTime() ?? 0));
  if (retryMs > now.getTime()) return waits(new Date(retryMs));
  const recent = messagesOfHour(sent, now);
  const freeAt = timeOfSlot(recent, MESSAGES_PER_HOUR);
  if (freeAt !== null) return waits(freeAt);

  const groups = groupOf(pending);
  const dueTimes = new Map<string, number>();
  for (const { type, projectId, at } of recent) {
    dueTimes.set(groupName(type, projectId), Date.parse(at) + JOIN_MS);
  }
  let dueMs = Number.POSITIVE_INFINITY;
  for (const [name, { deliveries, bodies }] of groups) {
    const groupMs = dueTimes.get(name) ?? 0;
    if (groupMs <= now.getTime()) {
      const resumesAt = timeOfSlot(recent, MESSAGES_PER_HOUR - 1);
      return { message: { deliveries, bodies, resumesAt }, dueAt: now };
    }
    dueMs = Math.min(dueMs, groupMs);
  }
  return waits(new Date(dueMs));
}

/** Returns when the last hour will contain fewer than `count` messages. Null if it already does. */
function timeOfSlot(recent: readonly SentMessage[], count: number): Date | null {
  const oldest = recent.at(-count);
  return oldest && recent.length >= count ? new Date(Date.parse(oldest.at) + HOUR_MS) : null;
}

const groupName = (type: string, projectId: string | null): string => `${type} ${projectId}`;

interface Group<Delivery> {
  deliveries: [Delivery, ...Delivery[]];
  bodies: [EventBody, ...EventBody[]];
}

/** Groups the deliveries by event and project. The groups have the order of their first deliveries. */
function groupOf<Delivery extends Pending>(
  pending: readonly Delivery[],
): Map<string, Group<Delivery>> {
  const groups = new Map<string, Group<Delivery>>();
  for (const delivery of pending) {
    const body = JSON.parse(delivery.body) as EventBody;
    const name = groupName(body.type, body.data.projectId);
    const group = groups.get(name);
    if (group) {
      group.deliveries.push(delivery);
      group.bodies.push(body);
    } else {
      groups.set(name, { deliveries: [delivery], bodies: [body] });
    }
  }
  return groups;
}
