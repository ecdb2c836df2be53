import { isOfDatabase } from '../../db/fault.ts';
import type { Owner } from '../principal.ts';
import { type ExportDeps, type ExportInput, type OpenExport, openExport } from './open-export.ts';

/**
 * Opens an export and writes from it; once more, on the primary, if the snapshot of a standby fails before `write` has
 * returned. The export is open when `write` returns, and closed if that fails.
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
      // The connection may be broken; what broke it is the error that counts.
      await opened.close().catch(() => {});
      if (!opened.isOnStandby || !isOfDatabase(error)) throw error;
      deps.contentReads.repeatOnPrimary(error);
    }
  }
}
