import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import {
  Actor,
  CanonicalLocaleTag,
  counting,
  Id,
  LocaleTag,
  NameOfKey,
  ProjectId,
  SearchText,
  Timestamp,
} from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { FaultyFile } from './faulty-file.ts';
import { FileFormatName, ImportBody, ImportOptions, ImportResult } from './import.ts';
import { projectParams } from './projects.ts';
import { KeepTranslations } from './values.ts';
import { Warning } from './warnings.ts';

/**
 * Kinds of changes in a staged import. The database stores a kind as a bit at its position in this
 * list, so new kinds are appended.
 */
export const IMPORT_CHANGE_KINDS = [
  'added',
  'changed',
  'same',
  'skipped',
  'archived',
  'conflict',
] as const;
export type ImportChangeKind = (typeof IMPORT_CHANGE_KINDS)[number];

const { format, targetLocales, prune, csvSafe, poKind, charset } = ImportOptions.properties;

const stagedFields = {
  format,
  targetLocales,
  mode: Type.Optional(
    choice(['overwrite', 'keep', 'fail'], {
      description:
        'Handling of existing values that differ from the file: replace them (`changed`), keep them (`skipped`) or decide when the import is applied (`conflict`). Defaults to `overwrite`.',
    }),
  ),
  prune,
  csvSafe,
  poKind,
  charset,
};

/** Fields of a staged import except its content. They are query parameters for a raw body. */
export const StagedImportOptions = closed({ locale: Type.Optional(LocaleTag), ...stagedFields });

export const StagedImportBody = closed({
  locale: LocaleTag,
  content: ImportBody.properties.content,
  ...stagedFields,
});

const { locales, keys } = ImportResult.properties;

export const StagedImport = named(
  'StagedImport',
  {
    importId: Id,
    status: choice(['open', 'applied', 'discarded'], {
      description: 'Only an open import can be applied.',
    }),
    locale: {
      ...CanonicalLocaleTag,
      description: 'Locale of the file. Of a folder, the source locale of the project.',
    },
    format: {
      ...FileFormatName,
      description: 'Format of the file. Of a folder, that of its first file.',
    },
    folder: nullable(
      closed({
        path: Type.String({ description: 'Pattern of the paths.' }),
        source: nullable(Type.String(), {
          description: 'Path of the file of the source locale. Null if `path` gives it.',
        }),
        prefix: Type.String({ description: 'Text before the names of the keys.' }),
        files: Type.Array(
          closed({
            path: Type.String({ description: 'Path in the folder.' }),
            locale: nullable(CanonicalLocaleTag, {
              description: 'Locale of the file. Null if it contains several.',
            }),
            format: FileFormatName,
            prefix: Type.String({ description: 'Text before the names of its keys.' }),
          }),
          { description: 'The files that were read, by their paths.' },
        ),
        skipped: Type.Array(Type.String(), {
          description: 'Paths of the files that the pattern does not match.',
        }),
        faulty: Type.Array(FaultyFile, {
          description: 'With `onFault: "skip"`: the files that were left out.',
        }),
      }),
      { description: 'The files of a folder. Null for a single file.' },
    ),
    mode: choice(['overwrite', 'keep', 'fail'], {
      description: 'Handling of existing values that differ from the file.',
    }),
    prune: Type.Boolean({ description: 'True if keys that are missing in the file are archived.' }),
    locales,
    keys,
    counts: closed(
      {
        added: counting('Values that the project does not have.'),
        changed: counting('Values that get a new text or state.'),
        same: counting('Values that equal the file.'),
        skipped: counting('Values that differ from the file and are kept.'),
        archived: counting('Keys that `prune` archives.'),
        conflict: counting('Values that differ from the file and need a decision.'),
      },
      { description: 'Number of changes by kind.' },
    ),
    warnings: Type.Array(Warning),
    createdAt: Timestamp,
    createdBy: Actor,
    expiresAt: Timestamp,
  },
  'A computed import that is not written until it is applied.',
);
export type StagedImport = Static<typeof StagedImport>;

const ChangeKind = choice(IMPORT_CHANGE_KINDS, {
  description:
    '`added`, `changed`, `same`, `skipped` and `conflict` are values; `archived` is a key.',
});

export const ImportChange = named('ImportChange', {
  key: NameOfKey,
  locale: nullable(CanonicalLocaleTag, {
    description: 'Locale of the value. Null for an archived key.',
  }),
  kind: ChangeKind,
  before: nullable(Type.String(), {
    description:
      'Text in the project, for an archived key in the source locale. Null if there is none.',
  }),
  after: nullable(Type.String(), {
    description: 'Text in the file. Null for an archived key.',
  }),
});
export type ImportChange = Static<typeof ImportChange>;

export const ImportOverride = closed(
  {
    take: choice(['file', 'project'], {
      description: '`file` applies the change; `project` leaves the project as it is.',
    }),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.keyNameLength,
        description: 'Name of the key. Defaults to all keys.',
      }),
    ),
    locale: Type.Optional({
      ...LocaleTag,
      description: 'Locale of the values. Defaults to all locales and archived keys.',
    }),
    kind: Type.Optional({ ...ChangeKind, description: 'Kind of the changes. Defaults to all.' }),
  },
  { description: 'Decision about all changes that have the given key, locale and kind.' },
);
export type ImportOverride = Static<typeof ImportOverride>;

const importParams = closed({ projectId: ProjectId, importId: Id });

export const i18nImportsCreate = endpoint({
  id: 'i18n.imports.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/imports',
  summary:
    'Stages an import for an hour, without writing. With a raw body, pass the fields in the query.',
  access: scoped('i18n:write'),
  params: projectParams,
  query: StagedImportOptions,
  body: StagedImportBody,
  bodyKind: 'stream',
  bodyLimitBytes: LIMITS.rawImportBodyBytes,
  status: 201,
  data: StagedImport,
  errors: ['content_invalid', 'archived', 'limit_exceeded'],
});

export const i18nImportsGet = endpoint({
  id: 'i18n.imports.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/imports/:importId',
  summary: 'Returns a staged import.',
  access: scoped('i18n:read'),
  params: importParams,
  data: StagedImport,
});

export const i18nImportsChanges = endpoint({
  id: 'i18n.imports.changes',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/imports/:importId/changes',
  summary:
    'Lists the changes of an open import in file order. A page of a search can be empty: follow `nextCursor`.',
  access: scoped('i18n:read'),
  params: importParams,
  query: listQuery({
    kind: Type.Optional({ ...ChangeKind, description: 'Only changes of this kind.' }),
    locale: Type.Optional(LocaleTag),
    query: Type.Optional({
      ...SearchText,
      description: 'Substring of the key or of a text. Upper and lower case are not distinguished.',
    }),
  }),
  data: Type.Array(ImportChange),
  meta: ListMeta,
  errors: ['conflict'],
});

export const i18nImportsApply = endpoint({
  id: 'i18n.imports.apply',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/imports/:importId/apply',
  summary: 'Writes exactly the changes of an open import, atomically.',
  access: scoped('i18n:write'),
  params: importParams,
  body: closed({
    keepTranslations: Type.Optional(KeepTranslations),
    overrides: Type.Optional(
      Type.Array(ImportOverride, {
        maxItems: LIMITS.importOverrides,
        description:
          'Decisions about changes; the last one that matches a change counts. Without a decision, `skipped` changes leave the project as it is, a `conflict` fails the call, and all other changes are applied.',
      }),
    ),
  }),
  data: ImportResult,
  errors: ['import_conflict', 'conflict', 'content_invalid', 'archived', 'limit_exceeded'],
  idempotent: true,
});

export const i18nImportsDelete = endpoint({
  id: 'i18n.imports.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/imports/:importId',
  summary: 'Discards an open import.',
  access: scoped('i18n:write'),
  params: importParams,
  data: StagedImport,
  errors: ['conflict'],
});
