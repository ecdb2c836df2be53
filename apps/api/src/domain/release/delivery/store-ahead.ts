import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { readBlob } from '../release.store.ts';
import type { NestedLocale } from './delivery.store.ts';
import { type Messages, storeForms } from './store-forms.ts';

/**
 * Maximum number of locales that are uploaded at the same time. It limits the memory for their
 * messages.
 */
export const LOCALES_AT_ONCE = 4;

/**
 * Uploads the messages of a locale while PostgreSQL builds the messages of the next locales. If
 * {@link LOCALES_AT_ONCE} uploads are running, the locale is uploaded after the transaction.
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

  /**
   * Starts the upload of the messages of a locale. `text` contains the messages as flat JSON. If it
   * is null, reads them from the database.
   */
  async begin(tx: Db, messages: Messages, text: string | null): Promise<void> {
    const name = nameOf(messages);
    if (this.#busy >= LOCALES_AT_ONCE || this.#begun.has(name)) return;
    const flat =
      text === null ? await readBlob(tx, this.#projectId, messages.sha256) : Buffer.from(text);
    this.#busy++;
    const stored = storeForms(this.#deps, this.#store, messages, flat).finally(() => this.#busy--);
    stored.catch(() => {});
    this.#begun.set(name, stored);
  }

  /**
   * Returns the result of an upload of these messages. Undefined if no upload was started.
   * @throws BundleStoreError
   */
  find = (messages: Messages): Promise<NestedLocale> | undefined =>
    this.#begun.get(nameOf(messages));

  async end(): Promise<void> {
    await Promise.allSettled(this.#begun.values());
  }
}

const nameOf = ({ locale, sha256 }: Messages): string => `${locale}/${sha256.toString('hex')}`;
