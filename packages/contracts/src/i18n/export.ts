import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { byMember, choice, closed, named } from '../schema/build.ts';
import { CanonicalLocaleTag, counting, KeyName, LocaleTag } from '../schema/common.ts';
import { FileFormatName } from './import.ts';
import { projectParams } from './projects.ts';
import { VALUE_STATES, ValueState } from './values.ts';

export const MessageTree = Type.Unsafe<MessageTree>({
  type: 'object',
  title: 'MessageTree',
  additionalProperties: true,
  description: 'Texts by name: flat, or nested at the separator.',
});
export interface MessageTree {
  [name: string]: string | MessageTree | MessageList;
}
export type MessageList = (string | MessageTree | MessageList | null)[];

export const ExportedFile = named('ExportedFile', {
  locale: CanonicalLocaleTag,
  format: FileFormatName,
  filename: Type.String({ description: 'To store it by.' }),
  contentType: Type.String({ description: 'Its media type.' }),
  content: Type.Union([MessageTree, Type.String()], {
    description: 'An object for JSON, else the file as a string.',
  }),
  count: counting('Texts in it.'),
});
export type ExportedFile = Static<typeof ExportedFile>;

export const ExportedFiles = named('ExportedFiles', {
  format: FileFormatName,
  files: Type.Array(ExportedFile, { description: 'One a locale, in the order of the request.' }),
});
export type ExportedFiles = Static<typeof ExportedFiles>;

const exportFields = {
  format: FileFormatName,
  shape: Type.Optional(
    choice(['flat', 'nested'], {
      description:
        '`flat` unless told. Nested YAML of a project with `messageFormat: "ruby"` stands below its locale, as Rails has it.',
    }),
  ),
  states: Type.Optional(
    Type.Array(ValueState, {
      minItems: 1,
      maxItems: VALUE_STATES.length,
      uniqueItems: true,
      description: 'Only values in these states.',
    }),
  ),
  keyPrefix: Type.Optional(KeyName),
  xliffVersion: Type.Optional(choice(['1.2', '2.1'], { description: '`2.1` unless told.' })),
  csvSafe: Type.Optional(
    Type.Boolean({
      description:
        'Whether texts that a spreadsheet would run get an apostrophe, which they keep when the file is imported.',
    }),
  ),
};

const ExportOne = closed({ locale: LocaleTag, ...exportFields });
const ExportMany = closed({
  locales: Type.Array(LocaleTag, { minItems: 1, maxItems: LIMITS.localesPerProject }),
  ...exportFields,
});

export const i18nProjectsExport = endpoint({
  id: 'i18n.projects.export',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/export',
  summary: 'Exports the values of one locale or several; `Accept` can ask for the file itself.',
  access: scoped('i18n:read'),
  params: projectParams,
  body: byMember('locales', ExportMany, ExportOne),
  data: Type.Union([ExportedFiles, ExportedFile]),
  errors: ['not_acceptable'],
  rawContentTypes: [
    'application/json; profile=raw',
    'text/csv',
    'application/yaml',
    'application/xliff+xml',
    'application/zip',
  ],
});
