import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named } from '../schema/build.ts';
import { CanonicalLocaleTag, counting, LocaleTag } from '../schema/common.ts';
import { projectParams } from './projects.ts';

export const MemoryImport = named('MemoryImport', {
  units: counting('Translation units in the file.'),
  created: counting('Translations that were added to the memory.'),
  unchanged: counting('Translations that the memory had.'),
  skipped: counting(
    'Units without a text in the source locale or in another locale of the project.',
  ),
  otherLocales: Type.Array(CanonicalLocaleTag, {
    description: 'Languages of the file that are not locales of the project. At most 50.',
  }),
});
export type MemoryImport = Static<typeof MemoryImport>;

export const i18nMemoryImport = endpoint({
  id: 'i18n.memory.import',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/memory/import',
  summary:
    'Adds the translations of a TMX file to the translation memory. Keys and values stay as they are.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: closed({
    file: Type.Unsafe<Blob>({
      type: 'string',
      contentMediaType: 'application/x-tmx+xml',
      description: `TMX file of version 1.1 to 1.4, in UTF-8 or UTF-16, with at most ${LIMITS.memoryUnitsPerImport.toLocaleString('en')} units.`,
    }),
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True to count what would be added, without adding it. Defaults to false.',
      }),
    ),
  }),
  bodyKind: 'stream',
  bodyLimitBytes: LIMITS.importBodyBytes,
  data: MemoryImport,
  errors: ['content_invalid', 'archived', 'limit_exceeded'],
});

export const MemoryFile = named('MemoryFile', {
  tmx: Type.String({ description: 'TMX 1.4.' }),
  units: counting('Translation units in the file.'),
});
export type MemoryFile = Static<typeof MemoryFile>;

export const i18nMemoryExport = endpoint({
  id: 'i18n.memory.export',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/memory/export',
  summary: 'Returns translations that people made or approved, and imported ones, as TMX.',
  access: scoped('i18n:read'),
  params: projectParams,
  body: closed({
    locales: Type.Optional(
      Type.Array(LocaleTag, {
        minItems: 1,
        maxItems: LIMITS.localesPerProject,
        description: 'Locales of the translations. Defaults to all locales of the project.',
      }),
    ),
  }),
  data: MemoryFile,
  errors: ['not_acceptable'],
  rawContentTypes: ['application/x-tmx+xml'],
});

export const i18nMemoryDelete = endpoint({
  id: 'i18n.memory.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/memory',
  summary: 'Deletes the imported translations of the project from the translation memory.',
  access: scoped('i18n:write'),
  params: projectParams,
  data: closed({ deleted: counting('Translations that were deleted.') }),
  errors: ['archived'],
});
