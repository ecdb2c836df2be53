import {
  type Fault,
  type FaultyFile,
  type ImportedFile,
  LIMITS,
  type Warning,
} from '@parlance/contracts';
import type { Db } from '../../../../db/client.ts';
import { newId } from '../../../../db/ids/uuid.ts';
import type { Deps } from '../../../../deps.ts';
import { Failure } from '../../../../errors.ts';
import { inContent, type Writing } from '../../../content/index.ts';
import { ownerOf, type Principal, type ProjectRef } from '../../../kernel/index.ts';
import {
  ensureLocales,
  getWritableProject,
  type LocaleRow,
  type ProjectRow,
} from '../../../project/index.ts';
import { Conflicts } from '../conflicts.ts';
import type { ImportInput, ImportOutcome } from '../import-input.ts';
import type { ImportPlan, ImportRecorder } from '../import-rows.ts';
import { archivePlanned, KeptKeys, pruneKeys } from '../prune-keys.ts';
import { contentWarnings } from '../transaction/content-warnings.ts';
import { inImport } from '../transaction/in-import.ts';
import { recordImport } from '../transaction/record-import.ts';
import { WarningList } from '../warning-list.ts';
import { hasWritten, type WrittenFile, writeFile } from '../write-file.ts';
import type { ImportMode } from '../write-locale.ts';
import { failFolder } from './folder-faults.ts';
import type { ReadFile } from './read-files.ts';
import { leavingOutUnwritable } from './unwritable-files.ts';

export interface FolderInput {
  projectId: ProjectRef;
  files: readonly ReadFile[];
  /** Files that the import leaves out. */
  faulty: readonly FaultyFile[];
  mode: ImportMode;
  dryRun: boolean;
  prune: boolean;
  /** Decides whether translations of changed source texts stay up to date. */
  keepTranslations?: boolean | undefined;
  /** True to leave out a file with a fault that is found only when it is written. */
  skipsFaulty: boolean;
  /** Tag of the project's source locale. */
  sourceLocale: string;
  /** Receives each row of a dry run, with the index of the row's file in `files`. */
  recorder?: ImportRecorder & { file: number };
  /** Plan of a staged folder. Absent for a direct import. */
  plan?: FolderPlan;
  /** Warnings about the files as a set. */
  setWarnings: readonly Warning[];
  address: string;
}

export interface FolderPlan extends Pick<ImportPlan, 'begin' | 'archived' | 'finish'> {
  /** The plans of the files, in the order of the folder's files. */
  files: readonly ImportPlan[];
}

export type FileOutcome = Pick<ImportedFile, 'keys' | 'values'>;

export interface FolderOutcome extends ImportOutcome {
  files: FileOutcome[];
  /** The files that were imported, in the order of `files`. */
  imported: readonly ReadFile[];
  faulty: readonly FaultyFile[];
}

/**
 * Imports the files of a folder as one change. Files of the source locale come first, because
 * translations belong to the new source texts.
 * @throws `import_conflict`, `content_invalid`, `archived`, `not_found`, `limit_exceeded`
 */
export const importFolder = (
  deps: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: FolderInput,
): Promise<FolderOutcome> =>
  leavingOutUnwritable(input, (folder) => importOnce(deps, principal, folder));

/**
 * Imports the files of a folder, and leaves none out.
 * @throws the errors of {@link importFolder}
 */
export const importOnce = (
  deps: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: FolderInput,
): Promise<FolderOutcome> =>
  inImport(deps, input, (tx, now) => applyFolder(tx, principal, input, now));

async function applyFolder(
  tx: Db,
  principal: Principal,
  input: FolderInput,
  now: Date,
): Promise<FolderOutcome> {
  const { projectId, files } = input;
  await input.plan?.begin(tx);
  const row = await getWritableProject(tx, ownerOf(principal), projectId);
  const { locales, created } = await ensureLocales(tx, row.id, tagsOf(files), pathIn(files), now);
  const by = { changeId: newId(), now };
  const warnings = new WarningList();
  for (const warning of input.setWarnings) warnings.add(warning);
  const write = (writing: Writing) => writeFolder(writing, { row, locales, input, warnings });
  const { keepTranslations } = input;
  const done = await inContent(tx, row, by, write, { keepTranslations });
  const { keys, values } = done;
  const writes = hasWritten(done);
  const importId = by.changeId;
  const from = { ...onlyOf(files, 'format'), ...onlyOf(files, 'locale'), files: files.length };
  const faulty = input.faulty.slice(0, LIMITS.faultyFilesKept);
  const record = { importId, writes, now, projectName: row.name, keys, values, from, faulty };
  await recordImport(tx, principal, input, record);
  await input.plan?.finish(tx, importId);
  return {
    importId,
    changeId: writes ? importId : null,
    syncState: null,
    locales: { created: created.map(({ code }) => code) },
    keys,
    values,
    warnings: warnings.toList(),
    files: done.files,
    imported: files,
    faulty: input.faulty,
  };
}

const localesOf = ({ localeTag, content }: ReadFile): string[] => [
  localeTag,
  ...content.locales.map((texts) => texts.localeTag),
];

const tagsOf = (files: readonly ReadFile[]): string[] => [...new Set(files.flatMap(localesOf))];

function pathIn(files: readonly ReadFile[]): (code: string) => string | null {
  const paths = new Map<string, string>();
  for (const file of files) {
    for (const tag of localesOf(file)) if (!paths.has(tag)) paths.set(tag, file.path);
  }
  return (code) => paths.get(code) ?? null;
}

function onlyOf<Name extends 'format' | 'locale'>(
  files: readonly ReadFile[],
  name: Name,
): Partial<Record<Name, string>> {
  const [only, ...others] = new Set(files.map((file) => file[name]));
  return only == null || others.length > 0 ? {} : ({ [name]: only } as Record<Name, string>);
}

interface FolderOrder {
  row: ProjectRow;
  locales: readonly LocaleRow[];
  input: FolderInput;
  warnings: WarningList;
}

async function writeFolder(
  writing: Writing,
  { row, locales, input, warnings }: FolderOrder,
): Promise<WrittenFile & Pick<FolderOutcome, 'files'>> {
  const { files, faulty, mode, dryRun, prune, projectId, address, recorder, plan } = input;
  const runKeys =
    recorder || plan ? { made: new Set<string>(), restored: new Set<string>() } : null;
  const lacksSource = faulty.find(({ isSource }) => isSource);
  const ofSource = files.filter(({ localeTag }) => localeTag === row.source_locale);
  const others = files.filter(({ localeTag }) => localeTag !== row.source_locale);
  const prunes = prune && ofSource.length > 0 && !lacksSource;
  const kept = prunes ? keptBy(row, locales, ofSource) : null;
  if (prune && !kept) {
    const why = lacksSource
      ? `${lacksSource.path} has source texts and cannot be read`
      : `no file is of the source locale ${row.source_locale}`;
    const message = `${why}, so nothing was archived`;
    warnings.add({ path: '', code: 'prune_ignored', message });
  }
  const done = new Map<ReadFile, WrittenFile>();
  const faults: Fault[] = [];
  for (const file of [...ofSource, ...others]) {
    const { format, localeTag, content, path, prefix } = file;
    const common = { projectId, mode, dryRun, address, prune: false, lowersTo: [] };
    const one: ImportInput = {
      ...common,
      format,
      localeTag,
      content,
      targetLocales: [],
      pathOf: () => path,
      ...(recorder && { recorder }),
    };
    const fileWarnings = new WarningList();
    for (const warning of await contentWarnings(row, { ...one, prefix })) fileWarnings.add(warning);
    fileWarnings.addAll(content.warnings);
    const isKept = localeTag === row.source_locale;
    const at = files.indexOf(file);
    if (recorder) recorder.file = at;
    try {
      const restores = lacksSource === undefined;
      const filePlan = plan?.files[at] ?? null;
      const rest = { plan: filePlan, warnings: fileWarnings, keyIds: null, restores, runKeys };
      const order = { row, locales, input: one, content, ...rest };
      done.set(file, await writeFile(writing, { ...order, ...(isKept && { kept }) }));
    } catch (error) {
      faults.push(...conflictsOf(path, inFileOf(path, error)));
    }
    warnings.addAll(inFile(path, fileWarnings));
  }
  const pruning = { writing, recorder: recorder ?? null };
  const conflicts = new Conflicts();
  const planned = plan ? await archivePlanned(plan, conflicts, pruning) : 0;
  faults.push(...conflicts.listed);
  if (faults.length > 0) failFolder('import_conflict', faults);
  const archived = kept ? await pruneKeys(kept, pruning) : planned;
  return { ...sumOf([...done.values()], archived), files: files.map((file) => done.get(file)!) };
}

const keptBy = (
  row: ProjectRow,
  locales: readonly LocaleRow[],
  files: readonly ReadFile[],
): KeptKeys => new KeptKeys(row.source_locale, locales, tagsOf(files));

/**
 * Returns the conflicts that the import of one file found. The caller collects them, so that the
 * response lists the conflicts of all files.
 * @throws every other error of the import
 */
function conflictsOf(path: string, error: unknown): Fault[] {
  if (!(error instanceof Failure) || error.code !== 'import_conflict') throw error;
  return error.errors.map((fault) => ({ ...fault, file: path }));
}

/** Adds the file to an error of its content, so that the response names it. */
function inFileOf(file: string, error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'content_invalid') return error;
  const { code, message, errors } = error;
  const faults = errors.length === 0 ? [{ path: file, message }] : errors;
  return new Failure(code, message, { errors: faults.map((fault) => ({ ...fault, file })) });
}

const inFile = (file: string, { listed, omitted }: WarningList) => ({
  listed: listed.map((warning): Warning => ({ ...warning, file })),
  omitted,
});

function sumOf(files: readonly WrittenFile[], archived: number): WrittenFile {
  const sum: WrittenFile = {
    keys: { created: 0, restored: 0, archived, total: 0 },
    values: { created: 0, updated: 0, unchanged: 0, skipped: 0 },
    editedCount: 0,
  };
  for (const { keys, values, editedCount } of files) {
    sum.keys.created += keys.created;
    sum.keys.restored += keys.restored;
    sum.keys.total += keys.total;
    sum.values.created += values.created;
    sum.values.updated += values.updated;
    sum.values.unchanged += values.unchanged;
    sum.values.skipped += values.skipped;
    sum.editedCount += editedCount;
  }
  return sum;
}
