import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { actorOf, type Principal } from '../../kernel/index.ts';
import { type FolderInput, importOnce } from '../import/folder/import-folder.ts';
import type { ReadFile } from '../import/folder/read-files.ts';
import { leavingOutUnwritable } from '../import/folder/unwritable-files.ts';
import { importFile } from '../import/import-file.ts';
import type { ImportInput, ImportOutcome } from '../import/import-input.ts';
import { ChunkWriter } from './chunk-writer.ts';
import {
  finishStagedImport,
  getStagedImport,
  insertStagedImport,
  lockRoom,
  type NewStagedImport,
  requireRoom,
  type StagedFolder,
  type StagedImportRow,
} from './staged-import.store.ts';

type StageDeps = Pick<Deps, 'db' | 'clock' | 'tasks' | 'concurrency'>;

/**
 * Computes the changes of an import in a dry run, and stores them until the import is applied or
 * expires.
 * @throws `content_invalid`, `archived`, `not_found`, `limit_exceeded`
 */
export function stageImport(
  deps: StageDeps,
  principal: Principal,
  input: ImportInput,
): Promise<StagedImportRow> {
  const { content, format, localeTag, targetLocales, mode, prune } = input;
  const { listed, omitted } = content.warnings;
  const about = { format, localeTag, targetLocales, mode, prune, folder: null };
  return stage(deps, principal, input, {
    about: { ...about, fileWarnings: { listed, omitted } },
    fileLocales: content.locales.map((texts) => texts.localeTag),
    run: (recorder) => importFile(deps, principal, { ...input, dryRun: true, recorder }),
  });
}

/**
 * Does the same as {@link stageImport} for the files of a folder. `pattern` has chosen the files.
 * @throws the errors of {@link stageImport}
 */
export function stageFolder(
  deps: StageDeps,
  principal: Principal,
  input: FolderInput,
  pattern: Pick<StagedFolder, 'path' | 'source' | 'prefix' | 'skipped'>,
): Promise<StagedImportRow> {
  const { setWarnings, sourceLocale: localeTag, mode, prune } = input;
  return leavingOutUnwritable(input, (one) => {
    const { format } = one.files[0]!;
    const folder = { ...pattern, files: one.files.map(stagedFileOf), faulty: one.faulty };
    const about = { format, localeTag, targetLocales: [], mode, prune, folder };
    return stage(deps, principal, input, {
      about: { ...about, fileWarnings: { listed: setWarnings, omitted: 0 } },
      fileLocales: [],
      run: (recorder) => importOnce(deps, principal, { ...one, dryRun: true, recorder }),
    });
  });
}

const stagedFileOf = ({ path, locale, localeTag, format, prefix, content }: ReadFile) => ({
  path,
  locale,
  localeTag,
  format,
  prefix,
  fileLocales: content.locales.map((texts) => texts.localeTag),
  warnings: { listed: content.warnings.listed, omitted: content.warnings.omitted },
});

interface Staging {
  about: Omit<NewStagedImport, 'projectId' | 'id' | 'organizationId' | 'actor' | 'now'>;
  fileLocales: string[];
  /** Runs the import as a dry run. */
  run(recorder: ChunkWriter): Promise<ImportOutcome>;
}

/** Stages an import. A separate transaction writes the changes, because the dry run is rolled back. */
async function stage(
  { db, clock, concurrency }: StageDeps,
  principal: Principal,
  { projectId }: Pick<ImportInput, 'projectId'>,
  { about, fileLocales, run }: Staging,
): Promise<StagedImportRow> {
  const { organizationId } = principal;
  const id = newId();
  const staged = { projectId, id, organizationId };
  const usedBytes = await requireRoom(db, staged, clock.now());
  const work = async (tx: Db): Promise<StagedImportRow> => {
    const actor = actorOf(principal);
    await insertStagedImport(tx, { ...staged, ...about, actor, now: clock.now() });
    const recorder = new ChunkWriter(tx, staged, usedBytes);
    const { locales, keys, warnings } = await run(recorder);
    const { counts, sizeBytes } = recorder;
    const now = clock.now();
    const result = { locales, keys, counts, fileLocales };
    await finishStagedImport(tx, staged, { result, warnings, sizeBytes, now });
    await lockRoom(tx, { ...staged, sizeBytes }, now);
    return getStagedImport(tx, projectId, id, now);
  };
  return concurrency.stagings.run(() => db.transaction().execute(work), { name: organizationId });
}
