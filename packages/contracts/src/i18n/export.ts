import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { byMember, choice, closed, named } from '../schema/build.ts';
import { CanonicalLocaleTag, counting, KeyName, LocaleTag } from '../schema/common.ts';
import { KeyPrefix, PATH_MEANING, PathPattern } from './folder.ts';
import { Charset, FileFormatName, PoKind } from './import.ts';
import { projectParams } from './projects.ts';
import { SyncMeta } from './sync.ts';
import { VALUE_STATES, ValueState } from './values.ts';
import { Warning } from './warnings.ts';

export const MessageTree = Type.Unsafe<MessageTree>({
  type: 'object',
  title: 'MessageTree',
  additionalProperties: true,
  description: 'Messages by name: flat, or nested at the project’s separator.',
});
export interface MessageTree {
  [name: string]: string | MessageTree | MessageList;
}
export type MessageList = (string | MessageTree | MessageList | null)[];

export const ExportedFile = named('ExportedFile', {
  locale: CanonicalLocaleTag,
  format: FileFormatName,
  filename: Type.String({ description: 'Suggested file name.' }),
  contentType: Type.String({ description: 'Media type of the file.' }),
  content: Type.Union([MessageTree, Type.String()], {
    description: 'Content of the file: an object for JSON, a string for every other format.',
  }),
  count: counting('Number of messages in the file.'),
});
export type ExportedFile = Static<typeof ExportedFile>;

export const ExportedFiles = named('ExportedFiles', {
  format: FileFormatName,
  files: Type.Array(ExportedFile, {
    description: 'One file for each locale, in the order of the request.',
  }),
});
export type ExportedFiles = Static<typeof ExportedFiles>;

export const ExportMeta = closed(
  {
    ...SyncMeta.properties,
    warnings: Type.Array(Warning, {
      description:
        'Warnings about content that the tool which reads the files rejects or ignores, such as a locale that the Chrome Web Store does not have. A raw response has the codes, separated by commas, in the header `Parlance-Warnings`.',
    }),
  },
  { title: 'ExportMeta', description: 'Place in the changes of the project, and warnings.' },
);
export type ExportMeta = Static<typeof ExportMeta>;

const exportFields = {
  format: FileFormatName,
  shape: Type.Optional(
    choice(['flat', 'nested'], {
      description:
        'Shape of the file. Defaults to `flat`. Nested YAML of a project with `messageFormat: "ruby"` has the locale as its top-level key, as in Rails.',
    }),
  ),
  states: Type.Optional(
    Type.Array(ValueState, {
      minItems: 1,
      maxItems: VALUE_STATES.length,
      uniqueItems: true,
      description: 'States of the values to export. Defaults to all states.',
    }),
  ),
  keyPrefix: Type.Optional(KeyName),
  xliffVersion: Type.Optional(
    choice(['1.2', '2.0', '2.1', '2.2'], {
      description:
        'Version of XLIFF. Defaults to `1.2`, which most tools read, and to `2.1` if source strings have inline codes that only XLIFF 2 has (`<pc id="1">`). An export into a base file keeps the version of that file.',
    }),
  ),
  poWrap: Type.Optional(
    Type.Boolean({
      description:
        'False to leave long lines of a PO file unbroken, as Lingui and `msgcat --no-wrap` do. Defaults to true. An export into a base file follows the long lines of that file.',
    }),
  ),
  charset: Type.Optional(Charset),
  csvSafe: Type.Optional(
    Type.Boolean({
      description:
        'True to put an apostrophe before texts that a spreadsheet would run as formulas. Key names are not changed. An import with `csvSafe` removes the apostrophes, any other keeps them. Defaults to false.',
    }),
  ),
};

const handOff = Type.Optional(
  Type.Boolean({
    description:
      'True for a file that is translated elsewhere, in the format `csv` or `xliff`. CSV has the source texts, the translations and the descriptions of all keys, also of those without a translation. In XLIFF, a missing translation is a copy of its source text with the state `needs-translation` (`initial` in XLIFF 2), which an import reads as missing. Defaults to false.',
  }),
);

/**
 * Options of an export into a file that the client sends. They are query parameters for a raw body,
 * and form fields for an upload.
 */
export const BaseExportOptions = closed({
  locale: Type.Optional(LocaleTag),
  ...exportFields,
  format: Type.Optional(FileFormatName),
  poKind: Type.Optional(PoKind),
  baseLocale: Type.Optional({
    ...LocaleTag,
    description:
      'Locale of the base file if that is the file of another locale: the response is then a new file that is made from it, without the texts that have no translation. Defaults to the source locale for a file that names it or has only source texts, and otherwise to `locale`.',
  }),
  missing: Type.Optional(
    choice(['keep', 'remove'], {
      description:
        'Handling of texts of the base file that the project does not have: `keep` leaves them, `remove` takes them out. Defaults to `keep`.',
    }),
  ),
});
export type BaseExportOptions = Static<typeof BaseExportOptions>;

export const ExportBody = byMember(
  'locales',
  closed({
    locales: Type.Array(LocaleTag, { minItems: 1, maxItems: LIMITS.localesPerProject }),
    path: Type.Optional(
      PathPattern(
        `${PATH_MEANING} The export names its files so, as a ZIP archive or as a list. Its placeholders are those of \`prefix\` and \`{locale}\`. Defaults to the locale with the extension of the format.`,
      ),
    ),
    prefix: Type.Optional(
      KeyPrefix(
        'Text before the names of the keys in the project, which the files leave out, such as `{namespace}.` with the placeholders of `path`. Requires `path`. Defaults to none.',
      ),
    ),
    ...exportFields,
    handOff,
  }),
  closed({ locale: LocaleTag, ...exportFields, handOff }),
);
export type ExportBody = Static<typeof ExportBody>;

export const i18nProjectsExport = endpoint({
  id: 'i18n.projects.export',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/export',
  summary:
    'Exports the values of one or more locales: new files, or the given file with the texts of the project.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: BaseExportOptions,
  body: ExportBody,
  bodyKind: 'json-or-stream',
  form: closed({
    base: Type.Unsafe<Blob>({
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description:
        'Locale file in which the texts of `locale` are replaced. Every byte that belongs to no changed text stays.',
    }),
    ...BaseExportOptions.properties,
  }),
  bodyLimitBytes: LIMITS.importBodyBytes,
  data: Type.Union([ExportedFiles, ExportedFile]),
  meta: ExportMeta,
  errors: ['not_acceptable', 'content_invalid'],
  rawContentTypes: [
    'application/json; profile=raw',
    'text/csv',
    'application/yaml',
    'application/xliff+xml',
    'text/x-gettext-translation',
    'application/vnd.android.strings+xml',
    'text/x-strings',
    'application/x-plist',
    'application/vnd.apple.xcstrings+json',
    'text/x-java-properties',
    'application/vnd.flutter.arb+json',
    'application/vnd.formatjs.messages+json',
    'application/vnd.chrome.messages+json',
    'text/microsoft-resx',
    'application/zip',
  ],
});
