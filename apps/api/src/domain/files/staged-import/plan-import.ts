import { type Fault, LIMITS } from '@parlance/contracts';
import { NumberColumn } from '@parlance/formats';
import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { ContentBuilder, type FileContent, LocaleTexts, NO_FLAGS } from '../import/file-content.ts';
import type { ArchivedRow, ImportPlan } from '../import/import-rows.ts';
import { PlannedKeys } from '../import/planned-keys.ts';
import type { CountedWarnings } from '../import/warning-list.ts';
import { bitsOf, type StoredArchived, type StoredKey, type StoredValue } from './chunk-content.ts';
import type { Decisions } from './decisions.ts';
import { readChunks } from './read-chunks.ts';
import { lockOpenImport, markApplied, type StagedImportRow } from './staged-import.store.ts';

const ARCHIVED = bitsOf(['archived']);
const VALUES = bitsOf(['added', 'changed', 'same', 'skipped', 'conflict']);

/**
 * Bits that describe a key of a staged import. `HAS_ROWS`: the key has texts. `HAS_KEPT_ROWS`: some
 * of its texts are skipped by default. `HAS_WRITES`: the import writes the key.
 */
const HAS_ROWS = 1;
const HAS_KEPT_ROWS = 2;
const HAS_WRITES = 4;

/** The content of a staged file, and the plan of its import. */
export interface PlannedImport {
  readonly content: FileContent;
  readonly plan: ImportPlan;
}

/** The part of a plan that concerns the whole import. */
type WholePlan = Pick<ImportPlan, 'begin' | 'archived' | 'finish'>;

/**
 * Decides which changes of a staged import are applied, for each of its files. Reads one chunk at a
 * time to save memory.
 * @throws `import_conflict` for conflicts without a decision, `validation_failed`
 */
export async function planImport(
  db: Db,
  staged: StagedImportRow,
  decisions: Decisions,
  now: () => Date,
): Promise<{ files: PlannedImport[]; whole: WholePlan }> {
  const { folder, result, file_warnings: warnings } = staged;
  const fileLocales = result.fileLocales;
  const files: PlannedImport[] = [];
  const undecided = new UndecidedConflicts();
  for (const [at, file] of (folder?.files ?? [{ fileLocales, warnings }]).entries()) {
    files.push(await planFile(db, staged, decisions, undecided, { ...file, at }));
  }
  const keptArchived = await countArchived(db, staged, decisions);
  undecided.requireNone();
  decisions.requireMatches();
  const whole: WholePlan = {
    begin: (tx) => lockOpenImport(tx, staged.project_id, staged.id, now()),
    archived: (tx) => (keptArchived === 0 ? none() : readArchived(tx, staged, decisions)),
    finish: (tx) => markApplied(tx, staged.project_id, staged.id, now()),
  };
  return { files, whole };
}

interface PlannedFile {
  /** Index of the file in the folder. */
  readonly at: number;
  readonly fileLocales: readonly string[];
  readonly warnings: CountedWarnings;
}

async function planFile(
  db: Db,
  staged: StagedImportRow,
  decisions: Decisions,
  undecided: UndecidedConflicts,
  file: PlannedFile,
): Promise<PlannedImport> {
  const keyBits = new KeyBits();
  const { texts, leftOut } = await planTexts(db, staged, decisions, undecided, file, keyBits);
  const { builder, keys, newIndexOf } = await planKeys(db, staged, file, keyBits);
  for (const one of texts) one.moveKeys(newIndexOf);
  const { content } = builder;
  content.locales.push(...texts);
  content.warnings.addAll(file.warnings);
  const nothing = async (): Promise<void> => {};
  const plan: ImportPlan = {
    leftOut,
    begin: nothing,
    archived: none,
    finish: nothing,
    keyAt: (index) => keys.at(index),
  };
  return { content, plan };
}

/** The first conflicts without a decision, and their number. */
class UndecidedConflicts {
  readonly #listed: Fault[] = [];
  #count = 0;

  add(key: string, locale: string | null): void {
    this.#count++;
    if (this.#listed.length === LIMITS.importConflictsListed) return;
    const message = `has a different value in ${locale}`;
    this.#listed.push({ path: key, message, code: 'conflict' });
  }

  /** @throws `import_conflict` */
  requireNone(): void {
    if (this.#count === 0) return;
    const what = this.#count === 1 ? 'A conflict has' : `${this.#count} conflicts have`;
    fail('import_conflict', `${what} no decision; nothing was written. Add overrides.`, {
      errors: this.#listed,
    });
  }
}

async function* none(): AsyncGenerator<readonly ArchivedRow[], void> {}

class KeyBits {
  #bits = new Uint8Array(1024);

  add(index: number, bits: number): void {
    while (index >= this.#bits.length) {
      const grown = new Uint8Array(this.#bits.length * 2);
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[index]! |= bits;
  }

  has(index: number, bit: number): boolean {
    return ((this.#bits[index] ?? 0) & bit) !== 0;
  }
}

async function planTexts(
  db: Db,
  staged: StagedImportRow,
  decisions: Decisions,
  undecided: UndecidedConflicts,
  { at: file, fileLocales }: PlannedFile,
  keyBits: KeyBits,
): Promise<{ texts: LocaleTexts[]; leftOut: number }> {
  const texts = fileLocales.map((tag) => new LocaleTexts(tag));
  let leftOut = 0;
  const chunks = readChunks<StoredValue>(db, staged, { kinds: VALUES, file });
  for await (const { locale, rows } of chunks) {
    const localeTexts = texts.find(({ localeTag }) => localeTag === locale)!;
    for (const [key, keyIndex, kind, , after, version, state] of rows) {
      const decision = decisions.of(key, locale, kind);
      keyBits.add(keyIndex, HAS_ROWS);
      if (kind === 'same') {
        keyBits.add(keyIndex, HAS_KEPT_ROWS);
        localeTexts.pushPlanned(keyIndex, '', null, 'same');
      } else if (decision === 'file') {
        keyBits.add(keyIndex, HAS_KEPT_ROWS | HAS_WRITES);
        localeTexts.pushPlanned(keyIndex, after, state, version);
      } else if (decision === null) {
        undecided.add(key, locale);
      } else if (kind === 'skipped' && staged.mode === 'overwrite') {
        keyBits.add(keyIndex, HAS_KEPT_ROWS);
        localeTexts.pushPlanned(keyIndex, after, null, 'older');
      } else {
        if (kind === 'skipped') keyBits.add(keyIndex, HAS_KEPT_ROWS);
        leftOut++;
      }
    }
  }
  return { texts, leftOut };
}

/**
 * Collects the keys of a staged import. Leaves out a key that would be created or restored only for
 * texts that are left out.
 */
async function planKeys(
  db: Db,
  staged: StagedImportRow,
  { at: file }: PlannedFile,
  keyBits: KeyBits,
) {
  const builder = new ContentBuilder();
  const keys = new PlannedKeys();
  const indexes = new NumberColumn();
  for await (const { rows } of readChunks<StoredKey>(db, staged, { kinds: 'keys', file })) {
    for (const [name, id, wasArchived, description, flags, unitId] of rows) {
      const index = indexes.length;
      indexes.push(builder.content.names.length);
      const isRevived = id === null || wasArchived;
      const isLeftOut = keyBits.has(index, HAS_ROWS) && !keyBits.has(index, HAS_KEPT_ROWS);
      if (isRevived && isLeftOut) continue;
      const texts = { description: description ?? undefined, id: unitId ?? undefined };
      builder.addKey({ name, values: [], ...texts }, flags ?? NO_FLAGS);
      const isWritten = isRevived || keyBits.has(index, HAS_WRITES);
      keys.push({ id, wasArchived, isWritten });
    }
  }
  return { builder, keys, newIndexOf: (index: number) => indexes.at(index) };
}

/**
 * Counts the keys that the import archives. Decides about every key, because an override that
 * applies to no change is an error.
 */
async function countArchived(
  db: Db,
  staged: StagedImportRow,
  decisions: Decisions,
): Promise<number> {
  let count = 0;
  for await (const rows of readArchived(db, staged, decisions)) count += rows.length;
  return count;
}

async function* readArchived(
  db: Db,
  staged: StagedImportRow,
  decisions: Decisions,
): AsyncGenerator<readonly ArchivedRow[], void> {
  for await (const { rows } of readChunks<StoredArchived>(db, staged, { kinds: ARCHIVED })) {
    yield rows
      .filter(([key]) => decisions.of(key, null, 'archived') === 'file')
      .map(([key, keyId, , before, version]) => ({ key, keyId, before, version }));
  }
}
