import { newId } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { importFile } from '../import/import-file.ts';
import type { ImportInput } from '../import/import-input.ts';
import { actorOf, type Principal } from '../principal.ts';
import { ChunkWriter } from './chunk-writer.ts';
import {
  finishStagedImport,
  getStagedImport,
  insertStagedImport,
  lockRoom,
  requireRoom,
  type StagedImportRow,
} from './staged-import.store.ts';

/**
 * Computes the changes of an import in a dry run, and stores them until the import is applied or
 * expires. A separate transaction writes them, because the dry run is rolled back.
 * @throws `content_invalid`, `archived`, `not_found`, `limit_exceeded`
 */
export async function stageImport(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks' | 'concurrency'>,
  principal: Principal,
  input: ImportInput,
): Promise<StagedImportRow> {
  const { db, clock } = deps;
  const { projectId, content } = input;
  const { organizationId } = principal;
  const id = newId();
  const staged = { projectId, id, organizationId };
  const usedBytes = await requireRoom(db, staged, clock.now());
  const stage = () =>
    db.transaction().execute(async (tx) => {
      await insertStagedImport(tx, {
        ...staged,
        format: input.format,
        localeTag: input.localeTag,
        targetLocales: input.targetLocales,
        mode: input.mode,
        prune: input.prune,
        fileWarnings: { listed: content.warnings.listed, omitted: content.warnings.omitted },
        actor: actorOf(principal),
        now: clock.now(),
      });
      const recorder = new ChunkWriter(tx, staged, usedBytes);
      const outcome = await importFile(deps, principal, { ...input, dryRun: true, recorder });
      const { counts, sizeBytes } = recorder;
      const { locales, keys, warnings } = outcome;
      const fileLocales = content.locales.map(({ localeTag }) => localeTag);
      const now = clock.now();
      await finishStagedImport(tx, staged, {
        result: { locales, keys, counts, fileLocales },
        warnings,
        sizeBytes,
        now,
      });
      await lockRoom(tx, { ...staged, sizeBytes }, now);
      return getStagedImport(tx, projectId, id, now);
    });
  return deps.concurrency.stagings.run(stage, { name: organizationId });
}
