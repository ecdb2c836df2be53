import { type Fault, LIMITS } from '@parlance/contracts';
import { NumberColumn } from '@parlance/formats';
import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { ContentBuilder, type FileContent, LocaleTexts, NO_MARKS } from '../import/file-content.ts';
import type { ArchivedRow, ImportPlan } from '../import/import-rows.ts';
import { PlannedKeys } from '../import/planned-keys.ts';
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

export interface PlannedImport {
  content: FileContent;
  plan: ImportPlan;
}

/**
 * Decides which changes of a staged import are applied. Reads one chunk at a time to save memory.
 * @throws `import_conflict` for conflicts without a decision, `validation_failed`
 */
export async function planImport(
  db: Db,
  staged: StagedImportRow,
  decisions: Decisions,
  now: () => Date,
): Promise<PlannedImport> {
  const keyBits = new KeyBits();
  const { texts, leftOut } = await planTexts(db, staged, decisions, keyBits);
  const keptArchived = await countArchived(db, staged, decisions);
  decisions.requireMatches();
  const { builder, keys, newIndexOf } = await planKeys(db, staged, keyBits);
  for (const one of texts) one.moveKeys(newIndexOf);
  const { content } = builder;
  content.locales.push(...texts);
  content.warnings.addAll(staged.file_warnings);
  const plan: ImportPlan = {
    leftOut,
    begin: (tx) => lockOpenImport(tx, staged.project_id, staged.id, now()),
    keyAt: (index) => keys.at(index),
    archived: (tx) => (keptArchived === 0 ? none() : readArchived(tx, staged, decisions)),
    finish: (tx) => markApplied(tx, staged.project_id, staged.id, now()),
  };
  return { content, plan };
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
  keyBits: KeyBits,
): Promise<{ texts: LocaleTexts[]; leftOut: number }> {
  const texts = staged.result.fileLocales.map((tag) => new LocaleTexts(tag));
  const undecided: Fault[] = [];
  let undecidedCount = 0;
  let leftOut = 0;
  for await (const { locale, rows } of readChunks<StoredValue>(db, staged, { kinds: VALUES })) {
    const own = texts.find(({ localeTag }) => localeTag === locale)!;
    for (const [key, keyIndex, kind, , after, version, state] of rows) {
      const decision = decisions.of(key, locale, kind);
      keyBits.add(keyIndex, HAS_ROWS);
      if (kind === 'same') {
        keyBits.add(keyIndex, HAS_KEPT_ROWS);
        own.pushPlanned(keyIndex, '', null, 'same');
      } else if (decision === 'file') {
        keyBits.add(keyIndex, HAS_KEPT_ROWS | HAS_WRITES);
        own.pushPlanned(keyIndex, after, state, version);
      } else if (decision === null) {
        undecidedCount++;
        if (undecided.length < LIMITS.importConflictsListed) {
          undecided.push({
            path: key,
            message: `has a different value in ${locale}`,
            code: 'conflict',
          });
        }
      } else if (kind === 'skipped' && staged.mode === 'overwrite') {
        keyBits.add(keyIndex, HAS_KEPT_ROWS);
        own.pushPlanned(keyIndex, after, null, 'older');
      } else {
        if (kind === 'skipped') keyBits.add(keyIndex, HAS_KEPT_ROWS);
        leftOut++;
      }
    }
  }
  if (undecidedCount > 0) {
    const what = undecidedCount === 1 ? 'A conflict has' : `${undecidedCount} conflicts have`;
    fail('import_conflict', `${what} no decision; nothing was written. Add overrides.`, {
      errors: undecided,
    });
  }
  return { texts, leftOut };
}

/**
 * Collects the keys of a staged import. Leaves out a key that would be created or restored only for
 * texts that are left out.
 */
async function planKeys(db: Db, staged: StagedImportRow, keyBits: KeyBits) {
  const builder = new ContentBuilder();
  const keys = new PlannedKeys();
  const indexes = new NumberColumn();
  for await (const { rows } of readChunks<StoredKey>(db, staged, { kinds: 'keys' })) {
    for (const [name, id, wasArchived, description, marks, unitId] of rows) {
      const index = indexes.length;
      indexes.push(builder.content.names.length);
      const isRevived = id === null || wasArchived;
      const isLeftOut = keyBits.has(index, HAS_ROWS) && !keyBits.has(index, HAS_KEPT_ROWS);
      if (isRevived && isLeftOut) continue;
      const texts = { description: description ?? undefined, id: unitId ?? undefined };
      builder.addKey({ name, values: [], ...texts }, marks ?? NO_MARKS);
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
