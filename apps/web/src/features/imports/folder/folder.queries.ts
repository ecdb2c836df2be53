import type { FolderImportResult } from '@parlance/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { FolderContent } from '../../../lib/folder/folder-content.ts';

/** A folder in this tab, with an id for its previews. */
export interface PendingFolder {
  readonly id: string;
  readonly content: FolderContent;
}

/** Patterns for the paths of the files and the names of their keys. If a pattern is empty, the service chooses one. */
export interface FolderPattern {
  readonly path: string;
  readonly source: string;
  readonly prefix: string;
}

export interface FolderOptions {
  readonly pattern: FolderPattern;
  readonly mode: 'overwrite' | 'keep' | 'fail';
  readonly prune: boolean;
  /** True if `.properties` files are ISO-8859-1. */
  readonly isLatin1: boolean;
  /** True to leave out files that cannot be read. */
  readonly skipsFaulty: boolean;
}

const optionsOf = (
  projectId: string,
  { pattern: { path, source, prefix }, mode, prune, isLatin1, skipsFaulty }: FolderOptions,
) => ({
  projectId,
  mode,
  ...(path !== '' && { path }),
  ...(source !== '' && { source }),
  ...(prefix !== '' && { prefix }),
  ...(prune && { prune }),
  ...(isLatin1 && { charset: 'iso-8859-1' as const }),
  ...(skipsFaulty && { onFault: 'skip' as const }),
});

export async function importFolder(
  organizationId: string,
  projectId: string,
  { content }: PendingFolder,
  given: FolderOptions,
  dryRun: boolean,
): Promise<FolderImportResult> {
  const options = { ...optionsOf(projectId, given), ...(dryRun && { dryRun }) };
  const { files } = api(organizationId).i18n;
  const imported =
    'archive' in content
      ? files.import({ ...options, body: content.archive, contentType: 'application/zip' })
      : files.import({ ...options, files: content.files });
  return (await imported).data;
}

/** Stages an import of the folder, and returns its id. */
export async function stageFolder(
  organizationId: string,
  projectId: string,
  { content }: PendingFolder,
  given: FolderOptions,
): Promise<string> {
  const options = optionsOf(projectId, given);
  const { files } = api(organizationId).i18n;
  const staged =
    'archive' in content
      ? files.stage({ ...options, body: content.archive, contentType: 'application/zip' })
      : files.stage({ ...options, files: content.files });
  return (await staged).data.importId;
}

/** Query of the changes that an import of the folder would make. The import itself determines the changes again. */
export const folderPreviewQuery = (
  organizationId: string,
  projectId: string,
  folder: PendingFolder,
  options: FolderOptions,
) =>
  queryOptions({
    queryKey: ['folder-preview', organizationId, projectId, folder.id, options],
    queryFn: () => importFolder(organizationId, projectId, folder, options, true),
    retry: false,
    gcTime: 0,
  });
