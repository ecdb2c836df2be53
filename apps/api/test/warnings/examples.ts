import type { WARNINGS, WarningCode } from '@parlance/formats';
import type { FileFormatName } from '@parlance/sdk';

type CodeAbout<About> = {
  [Code in WarningCode]: (typeof WARNINGS)[Code]['about'] extends About ? Code : never;
}[WarningCode];

/** Codes of warnings about a single file. */
export type FileCode = CodeAbout<'file' | 'platform'>;

/** A file that causes a warning. */
export interface Example {
  readonly format: FileFormatName;
  readonly content: string;
  /** Locale of the file. Defaults to the source locale, `en`. */
  readonly locale?: string;
  /** Settings of the project that the warning needs. */
  readonly settings?: { readonly keySeparator?: null; readonly messageFormat?: 'icu' };
  /** True if the warning depends on the set of an app's files. */
  readonly isOfSet?: true;
}

const json = (content: object): string => JSON.stringify(content);
const android = (content: string, doctype = ''): string =>
  `<?xml version="1.0"?>${doctype}<resources>${content}</resources>`;
const resx = (...data: string[]): string => `<root>${data.join('')}</root>`;
const po = (body: string, header = ''): string =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n${header}"\n\n${body}\n`;
const xliff = (
  units: string,
  file = 'source-language="en" target-language="de"',
  version = '1.2',
) =>
  `<xliff version="${version}" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" datatype="plaintext" ${file}><body>${units}</body></file></xliff>`;
const unit = (id: string, target = '', name = ''): string =>
  `<trans-unit id="${id}"${name}><source>S</source>${target}</trans-unit>`;
const xliff2 = (unit: string): string =>
  `<xliff version="2.0" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="f"><unit id="u">${unit}</unit></file></xliff>`;
const TEXT = '<data name="a"><value>x</value></data>';
const MESSAGE = po('msgid "Save"\nmsgstr ""');

/** One file for each code. A new code needs an example. */
export const EXAMPLES: Readonly<Record<FileCode, Example>> = {
  attribute_skipped: {
    format: 'xliff',
    locale: 'de',
    content: xliff2(
      '<originalData><data id="d" dir="ltr">x</data></originalData><segment><source>S <ph id="1" dataRef="d"/></source></segment>',
    ),
  },
  binary_skipped: {
    format: 'resx',
    content: resx(
      TEXT,
      '<data name="i" type="System.Drawing.Icon, System.Drawing"><value>A</value></data>',
    ),
  },
  description_skipped: {
    format: 'arb',
    content: json({ a: 'A', b: 'B', '@a': { description: 'x' } }),
  },
  description_too_long: {
    format: 'arb',
    content: json({ a: 'A', '@a': { description: 'x'.repeat(10_001) } }),
  },
  empty_array_skipped: { format: 'json', content: json({ a: 'A', b: [] }) },
  empty_message: { format: 'chrome', content: json({ a: { message: '' } }) },
  empty_object_skipped: { format: 'json', content: json({ a: 'A', b: {} }) },
  fallback_missing: {
    format: 'arb',
    locale: 'zh-Hant',
    content: json({ a: 'A' }),
    isOfSet: true,
  },
  keys_stale: {
    format: 'xcstrings',
    content: json({
      sourceLanguage: 'en',
      version: '1.0',
      strings: { a: { extractionState: 'stale' }, b: {} },
    }),
  },
  locale_not_in_store: {
    format: 'chrome',
    locale: 'de-CH',
    content: json({ a: { message: 'A' } }),
  },
  locale_rejected: {
    format: 'android',
    locale: 'de-x-informal',
    content: android('<string name="a">A</string>'),
  },
  locales_as_text: { format: 'json', content: json({ en: { a: 'A' }, de: { a: 'B' } }) },
  message_format_differs: {
    format: 'formatjs',
    settings: { messageFormat: 'icu' },
    content: json({
      a: { defaultMessage: '%s' },
      b: { defaultMessage: '%1$d' },
      c: { defaultMessage: 'By %s' },
    }),
  },
  metadata_as_text: { format: 'json', content: json({ '@@locale': 'en', a: 'A' }) },
  name_not_dart: { format: 'arb', content: json({ 'menu.open': 'A' }) },
  name_repeated: {
    format: 'xliff',
    locale: 'de',
    content: xliff(unit('1', '', ' resname="n"') + unit('2', '', ' resname="n"')),
  },
  names_differ_in_case: {
    format: 'resx',
    content: resx(TEXT, '<data name="A"><value>y</value></data>'),
  },
  nested_names_joined: {
    format: 'json',
    settings: { keySeparator: null },
    content: json({ a: { b: 'A' } }),
  },
  null_skipped: { format: 'json', content: json({ a: 'A', b: null, c: null }) },
  own_entities: {
    format: 'android',
    content: android(
      '<string name="a">&app;</string>',
      '<!DOCTYPE resources [<!ENTITY app "App">]>',
    ),
  },
  placeholder_undeclared: { format: 'chrome', content: json({ a: { message: '$N$' } }) },
  plural_form_unused: {
    format: 'po',
    locale: 'de',
    content: po(
      'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "1"\nmsgstr[1] "2"\nmsgstr[2] "3"',
      'Plural-Forms: nplurals=2; plural=n!=1;\\n',
    ),
  },
  plural_forms: {
    format: 'po',
    locale: 'pl',
    content: po('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "1"\nmsgstr[1] "2"'),
  },
  po_domain: { format: 'po', content: `${MESSAGE}\ndomain "b"\n\nmsgid "Open"\nmsgstr ""\n` },
  po_format: { format: 'po', content: po('#, c-format\nmsgid "%s"\nmsgstr ""') },
  po_kind: { format: 'po', content: MESSAGE },
  references_skipped: {
    format: 'android',
    content: android('<string name="a">A</string><string name="b">@string/a</string>'),
  },
  root_locale: { format: 'yaml', content: 'en-GB:\n  a: A\n' },
  rules_skipped: {
    format: 'xcstrings',
    content: json({
      sourceLanguage: 'en',
      version: '1.0',
      strings: {
        a: {
          localizations: {
            en: { variations: { foo: { x: { stringUnit: { state: 'translated', value: 'A' } } } } },
          },
        },
        b: {},
      },
    }),
  },
  source_locale: {
    format: 'xliff',
    locale: 'de',
    content: xliff(unit('1'), 'source-language="en-US" target-language="de"'),
  },
  state_unknown: {
    format: 'xliff',
    locale: 'de',
    content: xliff(unit('1', '<target state="odd">T</target>')),
  },
  target_incomplete: {
    format: 'xliff',
    locale: 'de',
    content: xliff2(
      '<segment><source>A</source><target>B</target></segment><segment><source>C</source></segment>',
    ),
  },
  target_language_missing: {
    format: 'xliff',
    locale: 'de',
    content: xliff(unit('1', '<target>T</target>'), 'source-language="en"'),
  },
  text_skipped: { format: 'android', content: android('stray<string name="a">A</string>') },
  text_without_quotes: { format: 'yaml', content: 'en:\n  answer: no\n' },
  unescaped_apostrophe: {
    format: 'android',
    content: android('<string name="a">Don\'t</string>'),
  },
  unit_id_length: {
    format: 'xliff',
    locale: 'de',
    content: xliff(unit('i'.repeat(2_100), '', ' resname="n"')),
  },
  xliff_version: {
    format: 'xliff',
    locale: 'de',
    content:
      '<xliff version="1.1"><file original="a" datatype="plaintext" source-language="en" target-language="de"><body><trans-unit id="1"><source>S</source></trans-unit></body></file></xliff>',
  },
};
