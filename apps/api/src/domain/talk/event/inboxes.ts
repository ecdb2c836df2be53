import type { Db } from '../../../db/client.ts';
import { readInboxEvents } from '../notification/inbox-event.store.ts';
import { countUnread } from '../notification/notification.store.ts';
import { encodeInbox } from './encode-events.ts';
import type { EventReader } from './event-reader.ts';

/**
 * Sends users events about their inboxes on all of their streams. Reads the last events of all
 * users in one statement, and counts notifications only for users whose inbox has changed.
 */
export class Inboxes {
  readonly #readers = new Map<string, Set<EventReader>>();
  readonly #joining = new Set<EventReader>();
  /** Id of the last event that was sent, by user. */
  readonly #last = new Map<string, string>();

  join(reader: EventReader): void {
    const userId = userOf(reader);
    if (userId === null) return;
    this.#readers.set(userId, (this.#readers.get(userId) ?? new Set()).add(reader));
    this.#joining.add(reader);
  }

  leave(reader: EventReader): void {
    const userId = userOf(reader);
    const userReaders = userId === null ? undefined : this.#readers.get(userId);
    this.#joining.delete(reader);
    if (userId === null || !userReaders?.delete(reader) || userReaders.size > 0) return;
    this.#readers.delete(userId);
    this.#last.delete(userId);
  }

  /** Polls the inboxes. Sends an event to people whose inbox has changed, and to new readers who have an inbox. */
  async look(db: Db): Promise<void> {
    if (this.#readers.size === 0) return;
    const joined = new Set(this.#joining);
    const events = await readInboxEvents(db, [...this.#readers.keys()]);
    const changed = new Set(
      [...events].flatMap(([userId, id]) => (this.#last.get(userId) === id ? [] : [userId])),
    );
    const greeted = [...joined].map((reader) => userOf(reader)!).filter((id) => events.has(id));
    const userIds = [...new Set([...changed, ...greeted])];
    const counts = userIds.length === 0 ? [] : await countUnread(db, userIds);
    for (const reader of joined) this.#joining.delete(reader);
    for (const [userId, unread] of counts) {
      const bytes = encodeInbox(unread);
      for (const reader of this.#readers.get(userId) ?? []) {
        if (changed.has(userId) || joined.has(reader)) reader.send(bytes);
      }
      if (this.#readers.has(userId)) this.#last.set(userId, events.get(userId)!);
    }
  }
}

/** Returns the user of a session. Null for an API key, which has no inbox. */
const userOf = ({ principal }: EventReader): string | null =>
  principal.type === 'user' ? principal.id : null;
