import { browserTable } from '../../../lib/browser-table.ts';
import type { Mention } from '../../../lib/words/comment-parts.ts';

/** Identifies a field for comments on a key. */
export interface UnsentPlace {
  readonly userId: string;
  readonly keyId: string;
  /** `new` and a locale for a new thread, the thread's id for an answer, or `edit` and a comment's id for an edit. */
  readonly field: string;
}

/** A comment that is not sent. */
export interface Unsent extends UnsentPlace {
  readonly text: string;
  /** Kind of a new thread. Absent for an answer or an edit. */
  readonly kind?: 'comment' | 'question';
  /** People whom the user has selected from the offered people. Their names in the text are mentions. */
  readonly people: readonly Mention[];
}

const WRITE_AFTER_MS = 200;
const KEY_PATH = ['userId', 'keyId', 'field'] as const;

const table = browserTable('parlance-comments', 'texts', KEY_PATH);

const idOf = (place: UnsentPlace): string[] => KEY_PATH.map((member) => place[member]);

/** Unsent texts, by field, that were read from the database or typed in this tab. They need no database. */
const unsentById = new Map<string, Unsent>();
const unwritten = new Map<string, Unsent>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Stores the typed texts, and deletes those that are empty. */
async function flush(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const texts = [...unwritten.values()];
  unwritten.clear();
  if (texts.length === 0) return;
  await table.write((store) => {
    for (const text of texts) {
      if (text.text.trim() === '') store.delete(idOf(text));
      else store.put(text);
    }
  });
}

/**
 * Stores the texts. Ignores the error if the browser has no database, because the texts stay in the memory of the tab.
 */
const flushIfPossible = (): void => void flush().catch(() => {});

// Browsers guarantee no later event before they freeze or close a page (Page Lifecycle).
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') flushIfPossible();
});

/** Keeps a text while it is typed. It survives reloads and restarts of the browser. */
export function keepUnsent(unsent: Unsent): void {
  const id = idOf(unsent).join(' ');
  unsentById.set(id, unsent);
  unwritten.set(id, unsent);
  timer ??= setTimeout(flushIfPossible, WRITE_AFTER_MS);
}

/** Returns the texts about a key that are not sent, by their fields. */
export async function unsentOf(
  userId: string,
  keyId: string,
): Promise<ReadonlyMap<string, Unsent>> {
  const range = IDBKeyRange.bound([userId, keyId], [userId, keyId, []]);
  const stored = await table
    .read((store) => store.getAll(range) as IDBRequest<Unsent[]>)
    .catch(() => []);
  for (const unsent of stored) {
    const id = idOf(unsent).join(' ');
    if (!unsentById.has(id)) unsentById.set(id, unsent);
  }
  const unsentOfKey = [...unsentById.values()].filter(
    (unsent) => unsent.userId === userId && unsent.keyId === keyId && unsent.text.trim() !== '',
  );
  return new Map(unsentOfKey.map((unsent) => [unsent.field, unsent]));
}

/** Returns the unsent text of a field, if it was read from the database or typed in this tab. */
export const unsentAt = (place: UnsentPlace): Unsent | undefined =>
  unsentById.get(idOf(place).join(' '));

/** Returns the number of texts that a user has not sent. */
export async function countUnsent(userId: string): Promise<number> {
  await flush().catch(() => {});
  return await table
    .read((store) => store.count(IDBKeyRange.bound([userId], [userId, []])))
    .catch(() => 0);
}

/** Deletes the texts of a user from this browser. */
export async function forgetUnsent(userId: string): Promise<void> {
  unsentById.clear();
  unwritten.clear();
  await table
    .write((store) => store.delete(IDBKeyRange.bound([userId], [userId, []])))
    .catch(() => {});
}
