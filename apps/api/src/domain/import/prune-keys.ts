import type { Db } from '../../db/client.ts';
import { BULK_ROWS } from '../batches.ts';
import { accountKeys, type ContentProject } from '../key/account-keys.ts';
import { archiveKeyRows, findKeysByIds, type KeyRef, listKeys } from '../key/key.store.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { hasForm } from '../value/needed-values.ts';
import { lockValues } from '../value/value-writes.store.ts';
import type { Conflicts } from './conflicts.ts';
import type { ArchivedRow, ImportPlan, ImportRecorder } from './import-rows.ts';

/** The keys that a pruning import keeps. */
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

  /** A form that only languages outside the file have is not missing from the file: it never had it. */
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

/** The import that archives keys. */
export interface Pruning {
  project: ContentProject;
  sourceLocaleId: number;
  changes: ContentChanges;
  importId: string;
  now: Date;
  recorder: ImportRecorder | null;
}

/**
 * Archives the active keys that are not in `kept`. Counts no longer include them.
 *
 * @returns how many were archived.
 */
export async function pruneKeys(tx: Db, kept: KeptKeys, pruning: Pruning): Promise<number> {
  const { project, recorder } = pruning;
  let archivedCount = 0;
  let after: string | null = null;
  for (;;) {
    const keys = await listKeys(tx, project.id, { after, limit: BULK_ROWS });
    const gone = keys.filter((key) => !key.archived && !kept.has(key));
    if (gone.length > 0) {
      if (recorder) await recorder.addArchived(await describeKeys(tx, gone, pruning));
      await archiveKeys(tx, gone, pruning);
      archivedCount += gone.length;
    }
    if (keys.length < BULK_ROWS) return archivedCount;
    after = keys.at(-1)!.id;
  }
}

/**
 * Archives the keys of a plan that are still active. A key whose source text was edited since is a conflict.
 *
 * @returns how many were archived.
 */
export async function archivePlanned(
  tx: Db,
  plan: ImportPlan,
  conflicts: Conflicts,
  pruning: Pruning,
): Promise<number> {
  let archivedCount = 0;
  for await (const rows of plan.archived(tx)) {
    const ids = rows.map(({ keyId }) => keyId);
    const found = await findKeysByIds(tx, pruning.project.id, ids);
    const keys = found.filter(({ archived }) => !archived);
    const now = new Map((await describeKeys(tx, keys, pruning)).map((row) => [row.keyId, row]));
    for (const { keyId, key, version } of rows) {
      if (now.has(keyId) && now.get(keyId)!.version !== version) {
        conflicts.add({ path: key, message: 'was edited in the source locale since' });
      }
    }
    await archiveKeys(tx, keys, pruning);
    archivedCount += keys.length;
  }
  return archivedCount;
}

async function archiveKeys(
  tx: Db,
  keys: readonly KeyRef[],
  { project, changes, importId, now }: Pruning,
): Promise<void> {
  const ids = keys.map(({ id }) => id);
  if (ids.length > 0) await archiveKeyRows(tx, project.id, ids, { changeId: importId, now });
  const keyChanges = keys.map((key) => ({ key, wasLiving: true, isLiving: false, isNew: false }));
  await accountKeys(tx, project, keyChanges, changes);
}

/** The keys with their source texts, which are locked until the transaction ends. */
async function describeKeys(
  tx: Db,
  keys: readonly KeyRef[],
  { project, sourceLocaleId }: Pruning,
): Promise<ArchivedRow[]> {
  const ids = keys.map(({ id }) => id);
  const texts = await lockValues(tx, project.id, sourceLocaleId, ids);
  return keys.map(({ id, name }) => {
    const value = texts.get(id);
    return { keyId: id, key: name, before: value?.text ?? null, version: value?.version ?? 0 };
  });
}
