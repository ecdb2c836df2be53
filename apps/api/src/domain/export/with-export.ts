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
  const opened = await openExport(deps, owner, input);
  try {
    return await write(opened);
  } catch (error) {
    if (!opened.isOnStandby || !isOfDatabase(error)) {
      await opened.close();
      throw error;
    }
    await opened.close().catch(() => {});
    deps.contentReads.repeatOnPrimary(error);
  }
  const again = await openExport(deps, owner, input, { mayUseStandby: false });
  try {
    return await write(again);
  } catch (error) {
    await again.close();
    throw error;
  }
}
