import type { RawBuilder } from 'kysely';
import type { Deps } from '../../deps.ts';
import { isAnyRecheck, isAnyUnnumbered } from '../../domain/content/index.ts';
import { isAnyEvent } from '../../domain/kernel/index.ts';
import { eraseNames, isAnyErasureDue } from '../../domain/people/index.ts';
import {
  dispatchEvents,
  isAnyChatDigestDue,
  isAnyDigestDue,
  isAnyWebhookDue,
  orderDigests,
  sendDeliveries,
  sendDigests,
} from '../../domain/talk/index.ts';
import { indexMemory, isAnyMemoryChange } from '../../domain/translation/index.ts';
import { numberAllChanges } from '../number-changes.ts';
import { recheckAllValues } from '../recheck-values.ts';

/**
 * Background work on rows that transactions have appended. A transaction enqueues no task for its rows, because a task
 * sends a notification, and PostgreSQL commits transactions with notifications one after the other. Every worker
 * process polls for such rows, so that the work does not depend on a single process.
 */
export interface BackgroundWork {
  /** Description of the work for the log, which follows `failed to`. */
  readonly name: string;
  /** SQL condition: there is work to do. */
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
