import type { Db } from '../../db/client.ts';
import { rangesOf } from '../batches.ts';
import type { ContentProject } from '../content/writing.ts';
import type { KeyRef } from '../key/key-ref.ts';
import { hasForm } from '../value/needed-values.ts';
import { findKeysWithoutValue, findNamesWithoutOther } from './import.store.ts';
import type { KeyBatch } from './take-keys.ts';

/** Collects the keys of a file for which neither the file nor the project has a source text. */
export class SourcelessKeys {
  readonly #tx: Db;
  readonly #project: ContentProject;
  readonly #keyIds: string[] = [];

  constructor(tx: Db, project: ContentProject) {
    this.#tx = tx;
    this.#project = project;
  }

  /** Adds the keys of a batch whose texts have been written. */
  async add({ refs, inSource }: KeyBatch): Promise<void> {
    const ids = refs
      .filter((key, at) => !inSource.has(at) && this.#mayHaveSource(key))
      .map(({ id }) => id);
    if (ids.length === 0) return;
    this.#keyIds.push(...(await findKeysWithoutValue(this.#tx, this.#project, ids)));
  }

  /** False for the form `other` in a family of integers in Russian, which no number selects. */
  #mayHaveSource(key: KeyRef): boolean {
    return key.plural_said !== 'integer' || hasForm(this.#project.source_locale, key);
  }

  /**
   * Returns the names of the keys after all batches were added. A plural form that the source language lacks is made
   * from its family's form `other`, which may come later in the file.
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
