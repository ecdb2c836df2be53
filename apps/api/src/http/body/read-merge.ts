import type { Db } from '../../db/client.ts';
import { NOTHING_SEEN, requireSyncState } from '../../domain/content/index.ts';
import type { Merge } from '../../domain/files/index.ts';
import type { ProjectRef } from '../../domain/kernel/index.ts';
import { failAt } from '../../errors.ts';
import type { ReadImport } from './import-body.ts';

const OPTIONS = [
  'base',
  'conflicts',
  'states',
  'allowEmpty',
  'restore',
  'archive',
  'tags',
  'fileFormat',
] as const;

/**
 * Returns the options of a merge, or undefined for other import modes.
 * @throws `validation_failed`, `unknown_sync_token`
 */
export async function readMerge(
  db: Db,
  projectId: ProjectRef,
  { options, optionsPath }: ReadImport,
): Promise<Merge | undefined> {
  if (options.mode !== 'merge') {
    for (const name of OPTIONS) {
      if (options[name] !== undefined) failAt(`${optionsPath}${name}`, 'requires the mode merge');
    }
    const isOverwrite = options.mode === undefined || options.mode === 'overwrite';
    if (options.replaceReviewed !== undefined && !isOverwrite) {
      failAt(`${optionsPath}replaceReviewed`, 'requires the mode merge or overwrite');
    }
    return undefined;
  }
  if (options.prune) {
    failAt(`${optionsPath}prune`, 'is not possible in the mode merge; name the keys in `archive`');
  }
  return {
    base:
      options.base === undefined
        ? NOTHING_SEEN
        : await requireSyncState(db, projectId, options.base, `${optionsPath}base`),
    conflicts: options.conflicts ?? 'fail',
    replaceReviewed: options.replaceReviewed ?? false,
    states: options.states ?? false,
    allowEmpty: options.allowEmpty ?? false,
    restore: options.restore ?? false,
    archive: options.archive ?? [],
    archivePath: `${optionsPath}archive`,
    tags: options.tags ?? [],
  };
}
