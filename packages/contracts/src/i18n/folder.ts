import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import { CanonicalLocaleTag, counting } from '../schema/common.ts';
import { FaultyFile } from './faulty-file.ts';
import { FileFormatName, ImportOptions, ImportResult } from './import.ts';
import { StagedImport } from './imports.ts';
import { projectParams } from './projects.ts';
import { Warning } from './warnings.ts';

/** Returns the schema of a path pattern, as in `parlance.json`. */
export const PathPattern = (description: string) =>
  Type.String({ minLength: 1, maxLength: LIMITS.filePathLength, description });

export const PATH_MEANING =
  'Pattern of the paths, as in `parlance.json`: `{locale}` stands for the locale, `{locale:android}` and `{-locale:android}` choose a spelling; any other name in braces, and `*`, match part of a file or folder name, and `**` any number of folders.';

/** Returns the schema of a prefix of key names. The prefix may contain the placeholders of the path pattern. */
export const KeyPrefix = (description: string) =>
  Type.String({ minLength: 1, maxLength: LIMITS.filePathLength, description });

const { format, dryRun, keepTranslations, csvSafe, poKind, charset } = ImportOptions.properties;

/**
 * Options of an import of a folder. They are query parameters for an archive, and form fields for
 * an upload of files.
 */
export const FolderImportOptions = closed({
  path: Type.Optional(
    PathPattern(
      `${PATH_MEANING} Defaults to the pattern that \`parlance init\` finds for most locales of the files, with its \`source\` and \`prefix\`.`,
    ),
  ),
  source: Type.Optional(
    PathPattern(
      'Path of the file of the source locale, if `path` does not give it: a template such as `po/app.pot`. Takes the placeholders of `path` but `{locale}`.',
    ),
  ),
  prefix: Type.Optional(
    KeyPrefix(
      'Text before the names of the keys in the project, such as `{namespace}.` with the placeholders of `path`. Defaults to none.',
    ),
  ),
  format: Type.Optional({
    ...format,
    description:
      'Format of the files. Defaults to that of the extension of `path`; of several JSON formats, to that of the content of the first file.',
  }),
  mode: Type.Optional(
    choice(['overwrite', 'keep', 'fail'], {
      description:
        'Handling of existing values that differ from the files: replace them, keep them, or fail the import. Defaults to `overwrite`.',
    }),
  ),
  dryRun,
  prune: Type.Optional(
    Type.Boolean({
      description:
        'True to archive keys that are in no file of the source locale. Defaults to false.',
    }),
  ),
  keepTranslations,
  csvSafe,
  poKind,
  charset,
  onFault: Type.Optional(
    choice(['fail', 'skip'], {
      description:
        'Handling of files that cannot be read: fail the import, or leave the files out and list them in `faulty`. While one of them has source texts, the import neither archives nor restores keys. A conflict writes nothing in either case. Defaults to `fail`.',
    }),
  ),
});
export type FolderImportOptions = Static<typeof FolderImportOptions>;

const { dryRun: _, keepTranslations: __, ...stageFields } = FolderImportOptions.properties;

/** Options of a staged import of a folder. All other options are passed when the import is applied. */
export const FolderStageOptions = closed(stageFields);

const { importId, changeId, locales, keys, values } = ImportResult.properties;
const { created, restored } = keys.properties;

export const ImportedFile = named('ImportedFile', {
  path: Type.String({ description: 'Path in the folder.' }),
  locale: nullable(CanonicalLocaleTag, {
    description: 'Locale of the file. Null if it contains several.',
  }),
  format: FileFormatName,
  prefix: Type.String({ description: 'Text before the names of its keys in the project.' }),
  keys: closed(
    { created, restored, total: counting('Number of keys in the file.') },
    { description: 'Changes to the keys of the project.' },
  ),
  values,
});
export type ImportedFile = Static<typeof ImportedFile>;

export const FolderImportResult = named('FolderImportResult', {
  importId,
  changeId,
  dryRun: Type.Boolean({ description: 'True if nothing was written.' }),
  path: Type.String({ description: 'Pattern of the paths.' }),
  source: nullable(Type.String(), {
    description: 'Path of the file of the source locale. Null if `path` gives it.',
  }),
  prefix: Type.String({ description: 'Text before the names of the keys, with placeholders.' }),
  locales,
  keys: closed(
    {
      ...keys.properties,
      total: counting('Total number of keys in the files. A key counts once in each file.'),
    },
    { description: 'Changes to the keys of the project.' },
  ),
  values,
  files: Type.Array(ImportedFile, { description: 'The files that were read, by their paths.' }),
  skipped: Type.Array(Type.String(), {
    description: 'Paths of the files that the pattern does not match. They were not read.',
  }),
  faulty: Type.Array(FaultyFile, {
    description:
      'With `onFault: "skip"`: the files that were left out because they cannot be read, by their paths.',
  }),
  warnings: Type.Array(Warning),
});
export type FolderImportResult = Static<typeof FolderImportResult>;

const FolderFiles = Type.Unsafe<Readonly<Record<string, Blob>>>({
  type: 'array',
  items: { type: 'string', contentMediaType: 'application/octet-stream' },
  maxItems: LIMITS.folderFiles,
  description: 'Files of the folder. The file name of each part is its path.',
});

export const i18nFilesImport = endpoint({
  id: 'i18n.files.import',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/files/import',
  summary:
    'Imports a folder of files as one change. With a ZIP archive as the body, pass the fields in the query.',
  access: scoped('i18n:write'),
  params: projectParams,
  query: FolderImportOptions,
  body: closed({
    files: FolderFiles,
    ...FolderImportOptions.properties,
  }),
  bodyKind: 'stream',
  holdsBody: true,
  bodyLimitBytes: LIMITS.importBodyBytes,
  data: FolderImportResult,
  errors: ['import_conflict', 'content_invalid', 'archived', 'limit_exceeded'],
});

export const i18nFilesStage = endpoint({
  id: 'i18n.files.stage',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/files/stage',
  summary:
    'Stages an import of a folder for an hour, without writing. A ZIP archive takes the fields in the query.',
  access: scoped('i18n:write'),
  params: projectParams,
  query: FolderStageOptions,
  body: closed({ files: FolderFiles, ...FolderStageOptions.properties }),
  bodyKind: 'stream',
  holdsBody: true,
  bodyLimitBytes: LIMITS.importBodyBytes,
  status: 201,
  data: StagedImport,
  errors: ['content_invalid', 'archived', 'limit_exceeded'],
});
