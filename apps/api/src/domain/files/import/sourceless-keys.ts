import type { Db } from '../../../db/client.ts';
import { type ContentProject, hasForm, type KeyRef } from '../../content/index.ts';
import { rangesOf } from '../../kernel/index.ts';
import { findKeysWithoutValue, findNamesWithoutOther } from './import.store.ts';
import type { KeyBatch } from './take-keys.ts';

/** Collects the keys of a file that have no source text, neither in the file nor in the project. */
export class SourcelessKeys {
  readonly #tx: Db;
  readonly #project: ContentProject;
  readonly #keyIds: string[] = [];

  constructor(tx: Db, project: ContentProject) {
    this.#tx = tx;
    this.#project = project;
  }

  /**
   * Adds the keys of a batch that have no source text. Call it after the texts of the batch were
   * written.
   */
  async add({ refs, inSource }: KeyBatch): Promise<void> {
    const ids = refs
      .filter((key, index) => !inSource.has(index) && this.#mayHaveSource(key))
      .map(({ id }) => id);
    if (ids.length === 0) return;
    this.#keyIds.push(...(await findKeysWithoutValue(this.#tx, this.#project, ids)));
  }

  /**
   * True if a key may have a source text. False for a plural form that no integer selects in the
   * source language. In Russian, for example, no integer selects `other`.
   */
  #mayHaveSource(key: KeyRef): boolean {
    return key.plural_said !== 'integer' || hasForm(this.#project.source_locale, key);
  }

  /**
   * Returns the names of the collected keys. Call it after the last batch, which may add the form
   * `other` of a plural family.
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
