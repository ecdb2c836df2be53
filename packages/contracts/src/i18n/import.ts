import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import { CanonicalLocaleTag, counting, Id, LocaleTag, TargetLocales } from '../schema/common.ts';
import { JobIncludes, TranslationJob } from '../schema/translation.ts';
import { projectParams } from './projects.ts';
import { mergeFields, SyncMeta } from './sync.ts';
import { KeepTranslations } from './values.ts';
import { Warning } from './warnings.ts';

export const FILE_FORMATS = [
  'json',
  'csv',
  'yaml',
  'xliff',
  'po',
  'android',
  'strings',
  'stringsdict',
  'xcstrings',
  'properties',
  'arb',
  'formatjs',
  'chrome',
  'resx',
] as const;

export const FileFormatName = choice(FILE_FORMATS, {
  title: 'FileFormatName',
  description: 'File format.',
});
export type FileFormatName = Static<typeof FileFormatName>;

const optionalFields = {
  format: Type.Optional(FileFormatName),
  targetLocales: Type.Optional(TargetLocales),
  translateMissing: Type.Optional(
    Type.Boolean({
      description: 'True to start a translation job for missing target values. Defaults to false.',
    }),
  ),
  include: Type.Optional({
    ...JobIncludes,
    description:
      'Values that `translateMissing` translates: `missing`, `outdated`, `renewable` or several of them. Defaults to `["missing"]`.',
  }),
  mode: Type.Optional(
    choice(['overwrite', 'keep', 'fail', 'merge'], {
      description:
        'Handling of existing values that differ from the file: replace them, keep them, fail the import, or merge: write what only the file changed since `base`. Defaults to `overwrite`.',
    }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'True to validate the file and report the result without writing anything. Defaults to false.',
    }),
  ),
  prune: Type.Optional(
    Type.Boolean({
      description:
        'True to archive keys that are missing in the file of the source locale. Plural forms that only other locales use are kept with their family. Not with `mode: "merge"`. Defaults to false.',
    }),
  ),
  keepTranslations: Type.Optional(KeepTranslations),
  ...mergeFields,
  fileFormat: Type.Optional({
    ...FileFormatName,
    description:
      'With `mode: "merge"`, format of the file that the texts come from, for the activity of the project. Defaults to `format`.',
  }),
};

/** The option of an import that applies only to CSV files. */
const csvSafeField = {
  csvSafe: Type.Optional(
    Type.Boolean({
      description:
        'True for a CSV file that was exported with `csvSafe`: the import removes the apostrophes that the export added. Defaults to false.',
    }),
  ),
};

export const PoKind = choice(['text', 'ids'], {
  description:
    'Meaning of `msgid` in a PO file: `text` is the text of the source locale, `ids` only the name of the key. Defaults to `ids` for a file of the source locale whose translations differ from their `msgid`, otherwise to `text`.',
});

/** The option of an import that applies only to PO files. */
const poKindField = {
  poKind: Type.Optional(PoKind),
};

export const Charset = choice(['utf-8', 'iso-8859-1'], {
  description:
    'Encoding of a `.properties` file without a byte order mark. An export in `iso-8859-1` writes all other characters as escapes. A string in a JSON body has no encoding and must not be read as `iso-8859-1`. Defaults to `utf-8`.',
});

/** The option of an import that applies only to `.properties` files. */
const charsetField = {
  charset: Type.Optional(Charset),
};

/**
 * Options of an import. They are query parameters for a raw body, and form fields for an upload.
 */
export const ImportOptions = closed({
  locale: Type.Optional(LocaleTag),
  ...optionalFields,
  ...csvSafeField,
  ...poKindField,
  ...charsetField,
});
export type ImportOptions = Static<typeof ImportOptions>;

/** Form fields of an upload whose format is always JSON. */
export const JsonImportOptions = closed({
  locale: Type.Optional(LocaleTag),
  ...optionalFields,
  format: Type.Optional(
    choice(['json'], { description: 'File format. This endpoint accepts only JSON.' }),
  ),
});
export type JsonImportOptions = Static<typeof JsonImportOptions>;

export const ImportBody = closed({
  locale: LocaleTag,
  content: Type.Union(
    [
      Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
      Type.String(),
    ],
    {
      description:
        'Content of the file: an object or a string for JSON, a string for every other format.',
    },
  ),
  ...optionalFields,
  ...csvSafeField,
  ...poKindField,
  ...charsetField,
});
export type ImportBody = Static<typeof ImportBody>;

export const ImportResult = named('ImportResult', {
  importId: nullable(Id, { description: 'Id of the import. Null for a dry run.' }),
  changeId: nullable(Id, {
    description: 'Id of the change that the import made. Null if it wrote nothing.',
  }),
  locale: CanonicalLocaleTag,
  format: FileFormatName,
  dryRun: Type.Boolean({ description: 'True if nothing was written.' }),
  locales: closed(
    {
      created: Type.Array(CanonicalLocaleTag, {
        description: 'Locales added to the project.',
      }),
    },
    { description: 'Changes to the locales of the project.' },
  ),
  keys: closed(
    {
      created: counting('Keys created.'),
      restored: counting('Archived keys that were restored.'),
      archived: counting('Keys archived by `prune` or `archive`.'),
      total: counting('Total number of keys in the file.'),
    },
    { description: 'Changes to the keys of the project.' },
  ),
  values: closed(
    {
      created: counting('Values created.'),
      updated: counting('Values with a new text or state.'),
      unchanged: counting('Values that equal the file.'),
      skipped: counting('Values that differ from the file and were kept.'),
    },
    { description: 'Changes to the values of the project.' },
  ),
  warnings: Type.Array(Warning),
  translation: nullable(TranslationJob, {
    description: 'Translation job started by `translateMissing`, otherwise null.',
  }),
});
export type ImportResult = Static<typeof ImportResult>;

export const i18nProjectsImport = endpoint({
  id: 'i18n.projects.import',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/import',
  summary: 'Imports a locale file atomically. With a raw body, pass the fields in the query.',
  access: scoped('i18n:write'),
  params: projectParams,
  query: ImportOptions,
  body: ImportBody,
  bodyKind: 'stream',
  bodyLimitBytes: LIMITS.rawImportBodyBytes,
  data: ImportResult,
  meta: SyncMeta,
  errors: [
    'import_conflict',
    'unknown_sync_token',
    'content_invalid',
    'archived',
    'limit_exceeded',
    'insufficient_credits',
    'unsupported_pair',
  ],
  idempotent: true,
  waits: true,
});
