import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { ProjectRef } from '../../tenant.ts';
import { readBlob } from '../release.store.ts';
import type { NestedLocale } from './delivery.store.ts';
import { type Messages, storeForms } from './store-forms.ts';

/** Maximum number of locales whose messages are in memory at once. */
export const LOCALES_AT_ONCE = 4;

/**
 * Stores the messages of some locales while PostgreSQL makes those of the next ones. The transaction never waits for
 * the store: a locale that finds no free place is stored after the transaction.
 */
export class StoreAhead {
  readonly #deps: Pick<Deps, 'db'>;
  readonly #store: BundleStore;
  readonly #projectId: ProjectRef;
  readonly #begun = new Map<string, Promise<NestedLocale>>();
  #busy = 0;

  constructor(deps: Pick<Deps, 'db'>, store: BundleStore, projectId: ProjectRef) {
    this.#deps = deps;
    this.#store = store;
    this.#projectId = projectId;
  }

  /** Reads messages that `tx` has made, and begins to store them. */
  async begin(tx: Db, messages: Messages): Promise<void> {
    const name = nameOf(messages);
    if (this.#busy >= LOCALES_AT_ONCE || this.#begun.has(name)) return;
    const flat = await readBlob(tx, this.#projectId, messages.sha256);
    this.#busy++;
    const stored = storeForms(this.#deps, this.#store, messages, flat).finally(() => this.#busy--);
    // `find` returns the error to its caller, but the transaction may fail before anybody calls it.
    stored.catch(() => {});
    this.#begun.set(name, stored);
  }

  /** Returns the stored forms of messages. Undefined if their storage was not begun. @throws BundleStoreError */
  find = (messages: Messages): Promise<NestedLocale> | undefined =>
    this.#begun.get(nameOf(messages));

  /** Resolves when nothing is being stored any more. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#begun.values());
  }
}

const nameOf = ({ locale, sha256 }: Messages): string => `${locale}/${sha256.toString('hex')}`;
