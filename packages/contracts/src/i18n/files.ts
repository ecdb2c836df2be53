import { Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed } from '../schema/build.ts';
import { ImportResult, JsonImportOptions } from './import.ts';
import { projectParams } from './projects.ts';
import { SyncMeta } from './sync.ts';

export const i18nFilesJsonImport = endpoint({
  id: 'i18n.files.json-import',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/files/json-import',
  summary: 'Imports an uploaded JSON file. Repeat a form field to send a list.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: closed({
    file: Type.Unsafe<Blob>({
      type: 'string',
      contentMediaType: 'application/json',
      description: 'JSON file to import.',
    }),
    ...JsonImportOptions.properties,
  }),
  bodyKind: 'stream',
  bodyLimitBytes: LIMITS.importBodyBytes,
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
  waits: true,
});
