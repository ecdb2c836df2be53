import type { Db } from '../../../db/client.ts';
import { findKeysByNames, type KeyRef, listKeys } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/**
 * Share of keys that must be found without a search by name. If fewer keys are found, all further
 * keys are searched by name.
 */
const MIN_HITS = 0.5;

/**
 * Finds the existing keys of a file, batch by batch. Keys in a file usually have the order of their
 * ids, so the next keys by id are read first. Keys that are not among them are searched by name.
 */
export class FileKeyFinder {
  readonly #tx: Db;
  readonly #projectId: ProjectRef;
  #after: string | null = null;
  #isInOrder = true;

  constructor(tx: Db, projectId: ProjectRef) {
    this.#tx = tx;
    this.#projectId = projectId;
  }

  /** Returns active and archived keys by name. */
  async find(names: readonly string[]): Promise<Map<string, KeyRef>> {
    if (!this.#isInOrder) return byName(await this.#lookUp(names));
    const page = { after: this.#after, limit: names.length };
    const next = byName(await listKeys(this.#tx, this.#projectId, page));
    const found = new Map<string, KeyRef>();
    const others: string[] = [];
    for (const name of names) {
      const key = next.get(name);
      if (!key) {
        others.push(name);
        continue;
      }
      found.set(name, key);
      if (this.#after === null || key.id > this.#after) this.#after = key.id;
    }
    this.#isInOrder = found.size >= names.length * MIN_HITS;
    if (others.length > 0) {
      for (const key of await this.#lookUp(others)) found.set(key.name, key);
    }
    return found;
  }

  #lookUp(names: readonly string[]): Promise<KeyRef[]> {
    return findKeysByNames(this.#tx, this.#projectId, names);
  }
}

const byName = (keys: readonly KeyRef[]): Map<string, KeyRef> =>
  new Map(keys.map((key) => [key.name, key]));
