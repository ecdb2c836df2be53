import { type Conformance, defaultExpected } from '../../test/conformance/case.ts';
import { testConformance } from '../../test/conformance/conformance.ts';
import type { FileRow } from '../format.ts';
import { defaultPluralForms } from './plural-forms.ts';
import { po } from './po.ts';

const base = { sourceLocaleTag: 'en', shape: 'flat', keySeparator: '.' } as const;

/**
 * Returns the rows that the reader must return. Line breaks in comments become line feeds. A text starts and ends with
 * line breaks like its `msgid`.
 */
const expected: Conformance['expected'] = (rows, writing) =>
  defaultExpected(conformance, rows, writing).flatMap((row): FileRow[] => {
    const { description } = row;
    const values = row.values.flatMap((value) => {
      const text = po.asWritten!(value.text, row);
      return text === '' ? [] : [{ ...value, text }];
    });
    if (values.length === 0) return [];
    if (description === undefined) return [{ ...row, values }];
    return [{ ...row, values, description: description.replaceAll(/\r\n?/g, '\n') }];
  });

const conformance: Conformance = {
  format: po,
  writings: [
    { ...base, label: 'as a template', localeTags: ['en'], poKind: 'ids' },
    { ...base, label: 'as a translation', localeTags: ['de'], poKind: 'ids' },
  ],
  keeps: { descriptions: true, states: false },
  canCarry: (text) => text !== '' && !text.includes('\u0004'),
  expected,
  pluralForms: (localeTag) => defaultPluralForms(localeTag).categories,
  fileWith: (raw) => `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "a"
msgstr "${raw}"
`,
  deepFile: (depth) => [
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=',
    '('.repeat(depth),
    'n',
    ')'.repeat(depth),
    ';\\n"\n',
  ],
};

testConformance(conformance);
