import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Draft, DraftStore } from './draft.ts';

interface DraftDatabase extends DBSchema {
  drafts: { key: [string, string, string, string]; value: Draft };
}

const NAME = 'parlance';

const keyOf = ({ userId, projectId, keyId, locale }: Draft): DraftDatabase['drafts']['key'] => [
  userId,
  projectId,
  keyId,
  locale,
];

/** Every key of a user: arrays sort after strings (Indexed Database API 3.0 §2.4). */
const keysOf = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId], [userId, []]);

let opened: Promise<IDBPDatabase<DraftDatabase>> | null = null;

function database(): Promise<IDBPDatabase<DraftDatabase>> {
  opened ??= openDB<DraftDatabase>(NAME, 1, {
    upgrade: (db) => {
      db.createObjectStore('drafts', { keyPath: ['userId', 'projectId', 'keyId', 'locale'] });
    },
    terminated: () => {
      opened = null;
    },
  });
  return opened;
}

/** The drafts in the browser's database. They survive reloads and the end of the browser. */
export const browserDrafts: DraftStore = {
  list: async (userId) => await (await database()).getAll('drafts', keysOf(userId)),
  put: async (draft) => {
    await (await database()).put('drafts', draft);
  },
  delete: async (draft) => await (await database()).delete('drafts', keyOf(draft)),
  deleteAll: async (userId) => await (await database()).delete('drafts', keysOf(userId)),
};
