import type { Draft, DraftStore } from './draft.ts';

const NAME = 'parlance';
const STORE = 'drafts';
const KEY_PATH = ['userId', 'projectId', 'keyId', 'locale'] as const;

const keyOf = (draft: Draft): string[] => KEY_PATH.map((member) => draft[member]);

/**
 * Returns the range of all database keys of a user. Arrays sort after strings (Indexed Database API 3.0 §2.4), so
 * `[userId, []]` is an upper limit.
 */
const keysOf = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId], [userId, []]);

const answered = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  if (opened) return opened;
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: [...KEY_PATH] });
  };
  opened = answered(request).then((db) => {
    // The browser may close the connection, for example if the user deletes the site's data.
    db.onclose = () => {
      opened = null;
    };
    return db;
  });
  return opened;
}

const read = async <Result>(ask: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> =>
  answered(ask((await database()).transaction(STORE).objectStore(STORE)));

/** Resolves when the transaction is committed. A request alone may succeed although its transaction fails. */
async function write(change: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite');
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  change(transaction.objectStore(STORE));
  await done;
}

/** Stores drafts in the browser's database. They survive reloads and restarts of the browser. */
export const browserDrafts: DraftStore = {
  list: (userId) => read((store) => store.getAll(keysOf(userId)) as IDBRequest<Draft[]>),
  put: (draft) => write((store) => store.put(draft)),
  delete: (draft) => write((store) => store.delete(keyOf(draft))),
  deleteAll: (userId) => write((store) => store.delete(keysOf(userId))),
};
