/** A table in a database of the browser. All methods reject if the browser cannot store data. */
export interface BrowserTable {
  read<Result>(ask: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result>;
  /** Resolves when the transaction is committed. A request alone may succeed although its transaction fails. */
  write(change: (store: IDBObjectStore) => void): Promise<void>;
}

const answered = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Returns the only table of a database. The database is created at the first use. */
export function browserTable(
  name: string,
  table: string,
  keyPath: readonly string[],
): BrowserTable {
  let opened: Promise<IDBDatabase> | null = null;

  function database(): Promise<IDBDatabase> {
    if (opened) return opened;
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(table, { keyPath: [...keyPath] });
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

  return {
    read: async (ask) => answered(ask((await database()).transaction(table).objectStore(table))),
    async write(change) {
      const transaction = (await database()).transaction(table, 'readwrite');
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      change(transaction.objectStore(table));
      await done;
    },
  };
}
