import { browserTable } from '../../../lib/browser-table.ts';
import type { Draft, DraftStore } from './draft.ts';

const KEY_PATH = ['userId', 'projectId', 'keyId', 'locale'] as const;

const table = browserTable('parlance', 'drafts', KEY_PATH);

const keyOf = (draft: Draft): string[] => KEY_PATH.map((member) => draft[member]);

/**
 * Returns the range of all database keys of a user. Arrays sort after strings (Indexed Database API
 * 3.0 §2.4), so `[userId, []]` is an upper bound.
 */
const keysOf = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId], [userId, []]);

/** Stores drafts in the browser's database. They survive reloads and restarts of the browser. */
export const browserDrafts: DraftStore = {
  list: (userId) => table.read((store) => store.getAll(keysOf(userId)) as IDBRequest<Draft[]>),
  put: (draft) => table.write((store) => store.put(draft)),
  delete: (draft) => table.write((store) => store.delete(keyOf(draft))),
  deleteAll: (userId) => table.write((store) => store.delete(keysOf(userId))),
};
