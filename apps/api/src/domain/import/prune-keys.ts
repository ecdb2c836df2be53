import type { Db } from '../../db/client.ts';
import { BULK_ROWS } from '../batches.ts';
import { accountKeys, type ContentProject } from '../key/account-keys.ts';
import { type KeyRef, listKeys, setKeysArchived } from '../key/key.store.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { hasForm } from '../value/needed-values.ts';

/** What a pruning file still has. */
export class KeptKeys {
  readonly #project: ContentProject;
  readonly #fileTags: ReadonlySet<string>;
  readonly #ids = new Set<string>();
  readonly #families = new Set<string>();

  /** `fileTags`: the locales that the file has texts of. */
  constructor(project: ContentProject, fileTags: readonly string[]) {
    this.#project = project;
    this.#fileTags = new Set(fileTags);
  }

  add(keys: readonly KeyRef[]): void {
    for (const key of keys) {
      this.#ids.add(key.id);
      if (key.plural_family !== null) this.#families.add(familyIdOf(key));
    }
  }

  /** A form that only languages beside the file's have is no loss of the file: it never had it. */
  has(key: KeyRef): boolean {
    if (this.#ids.has(key.id)) return true;
    if (key.plural_family === null || !this.#families.has(familyIdOf(key))) return false;
    if (hasForm(this.#project.sourceLocale, key)) return false;
    return this.#project.locales.some(
      ({ code }) => !this.#fileTags.has(code) && hasForm(code, key),
    );
  }
}

const familyIdOf = ({ plural_style, plural_ordinal, plural_family }: KeyRef): string =>
  `${plural_style}${plural_ordinal}${plural_family}`;

/**
 * Archives the living keys that are none of `kept`, out of every count.
 *
 * @returns how many they were.
 */
export async function pruneKeys(
  tx: Db,
  project: ContentProject,
  kept: KeptKeys,
  changes: ContentChanges,
  now: Date,
): Promise<number> {
  let archivedCount = 0;
  let after: string | null = null;
  for (;;) {
    const keys = await listKeys(tx, project.id, { after, limit: BULK_ROWS });
    const gone = keys.filter((key) => !key.archived && !kept.has(key));
    if (gone.length > 0) {
      const ids = gone.map(({ id }) => id);
      await setKeysArchived(tx, project.id, ids, now, now);
      const keyChanges = gone.map((key) => ({
        key,
        wasLiving: true,
        isLiving: false,
        isNew: false,
      }));
      await accountKeys(tx, project, keyChanges, changes);
      archivedCount += gone.length;
    }
    if (keys.length < BULK_ROWS) return archivedCount;
    after = keys.at(-1)!.id;
  }
}
