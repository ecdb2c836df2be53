import { isOfDatabase } from '../../../db/fault.ts';
import type { Owner } from '../../kernel/index.ts';
import type { ExportInput } from './export-input.ts';
import { type ExportDeps, type OpenExport, openExport } from './open-export.ts';

/**
 * Opens an export and calls `write`, which must close the export. If `write` throws, closes the
 * export. If the error is a database error on a standby, opens the export on the primary and calls
 * `write` again.
 */
export async function withExport<Result>(
  deps: ExportDeps,
  owner: Owner,
  input: ExportInput,
  write: (opened: OpenExport) => Promise<Result>,
): Promise<Result> {
  for (let mayUseStandby = true; ; mayUseStandby = false) {
    const opened = await openExport(deps, owner, input, { mayUseStandby });
    try {
      return await write(opened);
    } catch (error) {
      await opened.close().catch(() => {});
      if (!opened.isOnStandby || !isOfDatabase(error)) throw error;
      deps.contentReads.repeatOnPrimary(error);
    }
  }
}
