import { fail } from '../../../errors.ts';
import type { Writing } from '../../content/index.ts';
import { rangesOf } from '../../kernel/index.ts';
import type { LocaleRow, ProjectRow } from '../../project/index.ts';
import { Conflicts } from './conflicts.ts';
import type { FileContent } from './file-content.ts';
import type { ImportInput, ImportOutcome } from './import-input.ts';
import type { ImportPlan, KeyRow } from './import-rows.ts';
import { archivePlanned, KeptKeys, pruneKeys } from './prune-keys.ts';
import type { RunKeys } from './run-keys.ts';
import { SourcelessKeys } from './sourceless-keys.ts';
import { type Described, type KeyBatch, KeyTaker } from './take-keys.ts';
import type { WarningList } from './warning-list.ts';
import { LocaleWriter, type ValueTally } from './write-locale.ts';

/**
 * Number of keys in a batch. A batch takes little memory and blocks the event loop only briefly.
 */
const BATCH_KEYS = 2000;

/**
 * Thrown if another transaction has inserted a missing value that the merge is about to write. The
 * caller repeats the merge.
 */
export class MergeRace extends Error {}

export interface FileOrder {
  row: ProjectRow;
  locales: readonly LocaleRow[];
  input: ImportInput;
  content: FileContent;
  plan: ImportPlan | null;
  warnings: WarningList;
  keyIds: string[] | null;
  kept?: KeptKeys | null;
  /** False to leave archived keys archived. Defaults to true. */
  restores?: boolean;
  /** Keys of earlier files of the same import. Absent if the import is neither staged nor planned. */
  runKeys?: RunKeys | null;
}

export type WrittenFile = Pick<ImportOutcome, 'keys' | 'values'> & { editedCount: number };

export const hasWritten = ({ keys, values, editedCount }: WrittenFile): boolean =>
  [keys.created, keys.restored, keys.archived, editedCount, values.created, values.updated].some(
    (count) => count > 0,
  );

/**
 * Writes the keys and texts of a file.
 * @throws `import_conflict`
 */
export async function writeFile(writing: Writing, order: FileOrder): Promise<WrittenFile> {
  const { row, locales, input, content, plan, warnings, keyIds } = order;
  const { kept: keptOfAll, restores = true, runKeys = null } = order;
  const { recorder = null } = input;
  const skipped = plan?.leftOut ?? 0;
  const values: ValueTally = { created: 0, updated: 0, unchanged: 0, skipped };
  const conflicts = new Conflicts();
  // The source locale is written first, because translations belong to the new source texts.
  const writers = [...content.locales]
    .sort((a, b) => Number(isSource(row, b)) - Number(isSource(row, a)))
    .map(
      (texts) =>
        new LocaleWriter({
          writing,
          locale: locales.find(({ code }) => code === texts.localeTag)!,
          isSource: isSource(row, texts),
          texts,
          mode: input.mode,
          lowersTo: input.lowersTo,
          fills: isSource(row, texts) && isFilled(row, input),
          warnings,
          values,
          conflicts,
          recorder,
        }),
    );
  const keys = await KeyTaker.open({
    writing,
    content,
    describes: describedBy(row, input),
    takesFlags: input.localeTag === row.source_locale,
    replacesUnitIds: input.mode === 'overwrite',
    tags: input.merge?.tags ?? [],
    plan,
    restores,
    runKeys,
    conflicts,
  });
  const sourceless = new SourcelessKeys(writing.tx, row);
  const fileTags = input.content.locales.map(({ localeTag }) => localeTag);
  const pruned = mayPrune(row, input, warnings)
    ? new KeptKeys(row.source_locale, locales, fileTags)
    : null;
  const kept = keptOfAll ?? pruned;
  for (const [from, to] of rangesOf(content.names.length, BATCH_KEYS)) {
    const batch = await keys.take(from, to);
    kept?.add(batch.refs);
    for (const { id } of batch.refs) keyIds?.push(id);
    if (recorder) await recorder.addKeys(keyRowsOf(content, batch, runKeys));
    for (const writer of writers) await writer.write(batch);
    await sourceless.add(batch);
  }
  for (const writer of writers) writer.finish();
  if (!recorder && !plan) requireNoConflicts(conflicts, false);
  let archived = 0;
  if (plan) {
    archived = await archivePlanned(plan, conflicts, { writing, recorder });
    if (input.merge && conflicts.count > 0) throw new MergeRace(conflicts.listed[0]!.message);
    requireNoConflicts(conflicts, true);
  } else if (pruned) {
    archived = await pruneKeys(pruned, { writing, recorder });
  }
  warnings.addAll(keys.warnings);
  for (const name of await sourceless.names()) {
    const message = `the key has no source string (${row.source_locale})`;
    warnings.add({ path: name, code: 'no_source_text', message });
  }
  const { created, restored, edited } = keys;
  const total = input.content.names.length;
  return { keys: { created, restored, archived, total }, values, editedCount: edited };
}

/**
 * Returns `renewed` if descriptions in the file replace descriptions from earlier files. This
 * applies to files of the source locale, in which a developer may have changed a comment.
 */
const describedBy = (row: ProjectRow, { mode, localeTag }: ImportInput): Described =>
  mode === 'overwrite' && localeTag === row.source_locale ? 'renewed' : 'undescribed';

/**
 * True if a translator's file supplies source texts only for keys without a source text. The
 * project may have newer source texts than the file.
 */
const isFilled = (row: ProjectRow, { localeTag, mode }: ImportInput): boolean =>
  localeTag !== row.source_locale && mode === 'overwrite';

const isSource = (row: ProjectRow, { localeTag }: { localeTag: string }): boolean =>
  localeTag === row.source_locale;

/**
 * True if the import archives keys that are missing in the file. Only a file of the source locale
 * lists all keys.
 */
function mayPrune(
  row: ProjectRow,
  { prune, content, localeTag }: ImportInput,
  warnings: WarningList,
): boolean {
  if (!prune) return false;
  const hasSource = content.locales.some((texts) => isSource(row, texts));
  const isOfSource = localeTag === row.source_locale;
  if (isOfSource && (hasSource || content.names.length === 0)) return true;
  const what = isOfSource ? 'has no strings of' : 'was not imported as a file of';
  const message = `the file ${what} the source locale ${row.source_locale}, so nothing was archived`;
  warnings.add({ path: '', code: 'prune_ignored', message });
  return false;
}

function requireNoConflicts({ count, listed }: Conflicts, isPlanned: boolean): void {
  if (count === 0) return;
  if (isPlanned) {
    const what = count === 1 ? 'A key or value has' : `${count} keys or values have`;
    const detail = `${what} changed since the import was staged; nothing was written. Stage the file again.`;
    fail('import_conflict', detail, { errors: listed });
  }
  const what = count === 1 ? 'A value differs' : `${count} values differ`;
  fail(
    'import_conflict',
    `${what} from the file. Nothing was written. Import with another mode, or correct the file.`,
    { errors: listed },
  );
}

const keyRowsOf = (
  { names, descriptions, unitIds, flags }: FileContent,
  { from, refs, isNew, restoredIds }: KeyBatch,
  runKeys: RunKeys | null,
): KeyRow[] =>
  refs.map(({ id }, index) => ({
    name: names.at(from + index),
    id: isNew[index] || runKeys?.made.has(id) ? null : id,
    isArchived: restoredIds.has(id) || runKeys?.restored.has(id) === true,
    description: descriptions.at(from + index),
    unitId: unitIds.at(from + index),
    flags: flags.at(from + index),
  }));
