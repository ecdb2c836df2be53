import type { Db } from '../../db/client.ts';
import { rangesOf } from '../batches.ts';
import { findKeysWithoutValue, findNamesWithoutOther } from '../key/sourceless-key.store.ts';
import type { ProjectRef } from '../tenant.ts';
import type { KeyBatch } from './take-keys.ts';

/** Gathers the keys of a file that neither the file nor the project has a source text for. */
export class SourcelessKeys {
  readonly #tx: Db;
  readonly #project: { id: ProjectRef; sourceLocaleId: number };
  readonly #keyIds: string[] = [];

  constructor(tx: Db, project: { id: ProjectRef; sourceLocaleId: number }) {
    this.#tx = tx;
    this.#project = project;
  }

  /** Takes a batch whose texts are written. */
  async add({ refs, sourceIds }: KeyBatch): Promise<void> {
    const ids = refs.map(({ id }) => id).filter((id) => !sourceIds.has(id));
    if (ids.length === 0) return;
    this.#keyIds.push(...(await findKeysWithoutValue(this.#tx, this.#project, ids)));
  }

  /**
   * Their names, once all keys are taken: a plural form that the source language lacks is made from its
   * family's `other`, which may come later in the file.
   */
  async names(): Promise<string[]> {
    const names: string[] = [];
    for (const [from, to] of rangesOf(this.#keyIds.length)) {
      const ids = this.#keyIds.slice(from, to);
      names.push(...(await findNamesWithoutOther(this.#tx, this.#project, ids)));
    }
    return names;
  }
}
