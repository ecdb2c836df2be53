import {
  archiveKeys,
  hasForm,
  type KeyRef,
  listKeys,
  lockKeys,
  lockValues,
  type Writing,
} from '../../content/index.ts';
import { BULK_ROWS } from '../../kernel/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import type { Conflicts } from './conflicts.ts';
import type { ArchivedRow, ImportPlan, ImportRecorder } from './import-rows.ts';

/** Collects the keys of a file. An import with `prune` archives all other keys. */
export class KeptKeys {
  readonly #sourceLocale: string;
  readonly #otherLocales: readonly string[];
  readonly #ids = new Set<string>();
  readonly #families = new Set<string>();

  constructor(sourceLocale: string, locales: readonly LocaleRow[], fileTags: readonly string[]) {
    this.#sourceLocale = sourceLocale;
    this.#otherLocales = locales.map(({ code }) => code).filter((code) => !fileTags.includes(code));
  }

  add(keys: readonly KeyRef[]): void {
    for (const key of keys) {
      this.#ids.add(key.id);
      if (key.plural_family !== null) this.#families.add(familyIdOf(key));
    }
  }

  /**
   * True if the import keeps the key. If a plural family is in the file, the import also keeps the
   * forms that only other locales need, because the file cannot contain these forms.
   */
  has(key: KeyRef): boolean {
    if (this.#ids.has(key.id)) return true;
    if (key.plural_family === null || !this.#families.has(familyIdOf(key))) return false;
    if (hasForm(this.#sourceLocale, key)) return false;
    return this.#otherLocales.some((code) => hasForm(code, key));
  }
}

const familyIdOf = ({ plural_style, plural_ordinal, plural_family }: KeyRef): string =>
  `${plural_style}${plural_ordinal}${plural_family}`;

export interface Pruning {
  writing: Writing;
  recorder: ImportRecorder | null;
}

export async function pruneKeys(kept: KeptKeys, { writing, recorder }: Pruning): Promise<number> {
  const { tx, project } = writing;
  let archivedCount = 0;
  let after: string | null = null;
  for (;;) {
    const keys = await listKeys(tx, project.id, { after, limit: BULK_ROWS });
    const gone = keys.filter((key) => !key.archived && !kept.has(key));
    if (gone.length > 0) {
      if (recorder) await recorder.addArchived(await describeKeys(writing, gone));
      await archiveKeys(writing, gone);
      archivedCount += gone.length;
    }
    if (keys.length < BULK_ROWS) return archivedCount;
    after = keys.at(-1)!.id;
  }
}

/**
 * Archives the keys that a staged import has decided to archive. Reports a conflict for a key whose
 * source text has changed since the staging.
 * @returns the number of archived keys
 */
export async function archivePlanned(
  plan: Pick<ImportPlan, 'archived'>,
  conflicts: Conflicts,
  { writing }: Pruning,
): Promise<number> {
  const { tx, project } = writing;
  let archivedCount = 0;
  for await (const rows of plan.archived(tx)) {
    const ids = rows.map(({ keyId }) => keyId);
    const found = await lockKeys(tx, project.id, ids, 'update');
    const keys = found.filter(({ archived }) => !archived);
    const now = new Map((await describeKeys(writing, keys)).map((row) => [row.keyId, row]));
    for (const { keyId, key, version } of rows) {
      if (now.has(keyId) && now.get(keyId)!.version !== version) {
        conflicts.add({ path: key, message: 'was edited in the source locale since' });
      }
    }
    await archiveKeys(writing, keys);
    archivedCount += keys.length;
  }
  return archivedCount;
}

async function describeKeys(
  { tx, project }: Writing,
  keys: readonly KeyRef[],
): Promise<ArchivedRow[]> {
  const ids = keys.map(({ id }) => id);
  const texts = await lockValues(tx, project.id, project.source_locale_id, ids);
  return keys.map(({ id, name }) => {
    const value = texts.get(id);
    return { keyId: id, key: name, before: value?.text ?? null, version: value?.version ?? 0 };
  });
}
