import type { RawBuilder } from 'kysely';
import type { Deps } from '../../deps.ts';
import { isAnyUnnumbered } from '../../domain/change/change-number.store.ts';
import { isAnyMemoryChange } from '../../domain/memory/index-memory.store.ts';
import { indexMemory } from '../../domain/memory/index-memory.ts';
import { isAnyDigestDue } from '../../domain/notification/inbox.store.ts';
import { sendDigests } from '../../domain/notification/send-digests.ts';
import { isAnyEvent } from '../../domain/outbox/outbox.store.ts';
import { isAnyRecheck } from '../../domain/recheck/recheck.store.ts';
import { eraseNames } from '../../domain/user/erase-names.ts';
import { isAnyErasureDue } from '../../domain/user/erasure.store.ts';
import { isAnyChatDigestDue } from '../../domain/webhook/chat/digest.store.ts';
import { orderDigests } from '../../domain/webhook/chat/order-digests.ts';
import { dispatchEvents } from '../../domain/webhook/dispatch-events.ts';
import { sendDeliveries } from '../../domain/webhook/send-deliveries.ts';
import { isAnyWebhookDue } from '../../domain/webhook/webhook.store.ts';
import { numberAllChanges } from '../number-changes.ts';
import { recheckAllValues } from '../recheck-values.ts';

/**
 * Background work on rows that transactions have appended. A transaction enqueues no task for its rows, because a task
 * sends a notification, and PostgreSQL commits transactions with notifications one after the other. Every worker process
 * looks for such rows, so that the work does not depend on a single process.
 */
export interface BackgroundWork {
  /** Description of the work for the log, which follows `failed to`. */
  readonly name: string;
  /** A condition: there is something to do. */
  isDue(now: Date): RawBuilder<boolean>;
  /** Performs the pending work and returns its amount. */
  round(deps: Deps, signal: AbortSignal): Promise<number>;
}

export const BACKGROUND_WORKS: readonly BackgroundWork[] = [
  { name: 'number changes', isDue: () => isAnyUnnumbered, round: numberAllChanges },
  { name: 'dispatch events', isDue: isAnyEvent, round: dispatchEvents },
  { name: 'order summaries for chats', isDue: isAnyChatDigestDue, round: orderDigests },
  { name: 'send webhooks', isDue: isAnyWebhookDue, round: sendDeliveries },
  { name: 'send digests', isDue: isAnyDigestDue, round: sendDigests },
  { name: 'erase names', isDue: isAnyErasureDue, round: eraseNames },
  { name: 'check values again', isDue: () => isAnyRecheck, round: recheckAllValues },
  { name: 'index the translation memory', isDue: () => isAnyMemoryChange, round: indexMemory },
];
