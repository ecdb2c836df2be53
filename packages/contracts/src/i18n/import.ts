import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import {
  CanonicalLocaleTag,
  counting,
  Id,
  LocaleTag,
  TargetLocales,
  Warning,
} from '../schema/common.ts';
import { JobIncludes, TranslationJob } from '../schema/translation.ts';
import { projectParams } from './projects.ts';

export const FILE_FORMATS = ['json', 'csv', 'yaml', 'xliff'] as const;

export const FileFormatName = choice(FILE_FORMATS, {
  title: 'FileFormatName',
  description: 'How the texts are written in a file.',
});
export type FileFormatName = Static<typeof FileFormatName>;

/** Members that every form of import takes besides the locale and the content. */
const optionalFields = {
  format: Type.Optional(FileFormatName),
  targetLocales: Type.Optional(TargetLocales),
  translateMissing: Type.Optional(
    Type.Boolean({ description: 'Whether missing target values are translated.' }),
  ),
  include: Type.Optional({
    ...JobIncludes,
    description:
      'Which values `translateMissing` translates: `missing`, `outdated` or both. Defaults to `["missing"]`.',
  }),
  mode: Type.Optional(
    choice(['overwrite', 'keep', 'fail'], {
      description: 'What happens to a value that differs: `overwrite` unless told.',
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: 'Whether nothing is written.' })),
  prune: Type.Optional(
    Type.Boolean({
      description:
        'Whether keys that the source file lacks are archived; plural forms that only other locales have stay with their family.',
    }),
  ),
};

/** Fields of an import but its content: the query of a raw body, the form fields of an upload. */
export const ImportOptions = closed({ locale: Type.Optional(LocaleTag), ...optionalFields });
export type ImportOptions = Static<typeof ImportOptions>;

/** Form fields of an upload, whose format is always JSON. */
export const JsonImportOptions = closed({
  locale: Type.Optional(LocaleTag),
  ...optionalFields,
  format: Type.Optional(choice(['json'], { description: 'No other format here.' })),
});
export type JsonImportOptions = Static<typeof JsonImportOptions>;

/** An import whose content is a member of a JSON body. */
export const ImportBody = closed({
  locale: LocaleTag,
  content: Type.Union(
    [
      Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
      Type.String(),
    ],
    {
      description: 'The object itself for JSON, else the file as a string.',
    },
  ),
  ...optionalFields,
});
export type ImportBody = Static<typeof ImportBody>;

export const ImportResult = named('ImportResult', {
  importId: nullable(Id, { description: 'Null for a dry run.' }),
  locale: CanonicalLocaleTag,
  format: FileFormatName,
  dryRun: Type.Boolean({ description: 'Whether nothing was written.' }),
  locales: closed(
    {
      created: Type.Array(CanonicalLocaleTag, {
        description: 'Locales that the project lacked and now has.',
      }),
    },
    { description: 'What became of the project’s locales.' },
  ),
  keys: closed(
    {
      created: counting('New ones.'),
      restored: counting('Archived before.'),
      archived: counting('Missing in the file, with `prune`.'),
      total: counting('All of the file.'),
    },
    { description: 'What became of the keys.' },
  ),
  values: closed(
    {
      created: counting('New ones.'),
      updated: counting('Of another text or state.'),
      unchanged: counting('The same as in the file.'),
      skipped: counting('Other than in the file, and kept.'),
    },
    { description: 'What became of the values.' },
  ),
  warnings: Type.Array(Warning),
  translation: nullable(TranslationJob, { description: 'With `translateMissing`.' }),
});
export type ImportResult = Static<typeof ImportResult>;

export const i18nProjectsImport = endpoint({
  id: 'i18n.projects.import',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/import',
  summary:
    'Imports JSON, CSV, YAML or XLIFF, all of it or nothing. A raw body takes its fields from the query.',
  access: scoped('i18n:write'),
  params: projectParams,
  query: ImportOptions,
  body: ImportBody,
  bodyKind: 'stream',
  bodyLimitBytes: LIMITS.rawImportBodyBytes,
  data: ImportResult,
  errors: [
    'import_conflict',
    'content_invalid',
    'archived',
    'limit_exceeded',
    'insufficient_credits',
    'unsupported_pair',
  ],
  idempotent: true,
  waits: true,
});
