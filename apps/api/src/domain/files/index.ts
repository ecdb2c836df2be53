export type { OpenExport } from './export/open-export.ts';
export type { FolderPattern, PlannedFile } from './export/plan-files.ts';
export { withExport } from './export/with-export.ts';
export { writeZip } from './export/zip.ts';
export { ContentBuilder, type FileContent } from './import/file-content.ts';
export { checkPaths } from './import/folder/check-paths.ts';
export { type ChosenFiles, chooseFiles } from './import/folder/choose-files.ts';
export { failFolder } from './import/folder/folder-faults.ts';
export type { FolderFile } from './import/folder/folder-file.ts';
export {
  type FolderInput,
  type FolderOutcome,
  importFolder,
} from './import/folder/import-folder.ts';
export { readFiles } from './import/folder/read-files.ts';
export { setWarnings } from './import/folder/set-warnings.ts';
export { importFile } from './import/import-file.ts';
export type { ImportInput, ImportOutcome } from './import/import-input.ts';
export type { Merge } from './import/merge-content.ts';
export { type ImportTarget, type ReadingOptions, readContent } from './import/read-content.ts';
export type { ImportMode } from './import/write-locale.ts';
export { applyStagedImport } from './staged-import/apply-staged-import.ts';
export { discardImport } from './staged-import/discard-import.ts';
export { listChanges } from './staged-import/list-changes.ts';
export { stageFolder, stageImport } from './staged-import/stage-import.ts';
export {
  getOpenImport,
  getStagedImport,
  type StagedFolder,
  type StagedImportRow,
} from './staged-import/staged-import.store.ts';
