import { isOfDatabase } from '../../db/fault.ts';
import type { Owner } from '../principal.ts';
import { type ExportDeps, type ExportInput, type OpenExport, openExport } from './open-export.ts';

/**
 * Opens an export and calls `write` with it. If the snapshot is on a standby and fails before `write` has returned,
 * repeats both on the primary. If `write` succeeds, the caller closes the export.
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
      // Closing may fail because the connection is broken. The error that is thrown is the first one.
      await opened.close().catch(() => {});
      if (!opened.isOnStandby || !isOfDatabase(error)) throw error;
      deps.contentReads.repeatOnPrimary(error);
    }
  }
}
