import fc from 'fast-check';
import type { FileRow, FileValue } from '../../src/format.ts';

/** Names that have broken some tools. */
export const hostileNames: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  '.a',
  'a.',
  'a..b',
  'a. .b',
  ':',
  '/',
  'a/b:c',
  '[0]',
  'a[0]',
  'a[1]',
  'a[0].b',
  'a[0][1]',
  'a[',
  'a]',
  'a[]',
  'a[00]',
  'x[0]',
  'x[1]',
  'x[2].y',
  'x[2].z',
  '0',
  '1',
  '10',
  '01',
  '-1',
  '1e3',
  '1.10',
  'a',
  'a.b',
  'a.b.c',
  'b.c',
  'b',
  '__proto__',
  '__proto__.polluted',
  'constructor',
  'constructor.prototype',
  'toString',
  'hasOwnProperty',
  'en',
  'en.title',
  'de.title',
  'key',
  'description',
  'null',
  'true',
  'no',
  '~',
  '=',
  '<<',
  '#',
  '- a',
  '? a',
  'a: b',
  '"',
  "'",
  'a"b',
  "a'b",
  '{',
  '}',
  ',',
  ';',
  'a,b',
  'a;b',
  'a\tb',
  'a\nb',
  'a\r\nb',
  ' a',
  'a ',
  '\ta',
  'ä',
  '漢字',
  '😀',
  'مرحبا',
  '\u200f',
  '\ufeff',
  '\ufeffa',
  '=1+1',
  '@a',
  '+a',
  '-a',
  '&amp;',
  '<b>',
  ']]>',
  'a&b',
  '%',
  '\\',
  'a\\.b',
  '\\n',
  '\u2028',
];

/** Texts that have broken some tools. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  ' a',
  'a ',
  '\ta\t',
  '\na',
  'a\n',
  'a\n\n',
  'a\r\nb\nc\rd',
  ' \n a',
  'a \n b ',
  '24 hours',
  '2026-11-20',
  '1.10',
  '1e5',
  '0x1F',
  '007',
  '12:30',
  '1_000',
  'null',
  '~',
  'true',
  'no',
  'off',
  'NaN',
  '.inf',
  '=',
  '<<',
  '=1+1',
  '+1',
  '-1',
  '@a',
  '/a',
  '|',
  '>',
  '>-',
  '&a',
  '*a',
  '!a',
  '%a',
  '#a',
  'a #b',
  '- a',
  '? a',
  'a: b',
  'a:',
  ':',
  '{a}',
  '[a]',
  '{{count}}',
  '%{count}',
  '%1$s',
  '$t(key)',
  '"',
  '""',
  '"a"',
  "'",
  "''",
  "'a'",
  '`',
  '\\',
  '\\n',
  '\\u0041',
  '\\"',
  'a,b',
  'a;b',
  'a|b',
  '<b>a</b>',
  '&amp;',
  '&#10;',
  ']]>',
  '<![CDATA[a]]>',
  '<!-- a -->',
  '<?a?>',
  '---',
  '...',
  '--- a',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u2028',
  '\u2029',
  '\u200b',
  '\u200f\u202eabc',
  '\ufeff',
  '\ufeffa',
  'שלום {name}',
  'مرحبا',
  '漢字',
  'e\u0301',
  'é',
  '😀',
  '👩‍👩‍👧',
  '\u{10ffff}',
  '\u0001',
  '\u0007',
  '\u001b[0m',
  '\u007f',
  '\u009f',
  '\ufffe',
  '\uffff',
  '\ufffd',
  "'=1",
  '__proto__',
  'MARK\u0000'.slice(0, 4),
  `${'long '.repeat(100)}end`,
  `${'a'.repeat(200)}\n${' b'.repeat(100)}`,
];

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...hostileTexts), { minLength: 2, maxLength: 5 })
      .map((texts) => texts.join('')),
  },
);

const anyName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileNames) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom('', 'a', 'b', '0', 'a[0]', 'a[1]', 'en', '__proto__'), {
        minLength: 1,
        maxLength: 4,
      })
      .map((segments) => segments.join('.')),
  },
);

export interface NameRules {
  canName?(name: string): boolean;
  /** Returns the normalized form of a name. Two names of a file must differ in this form. */
  identity?(name: string): string;
}

/** Returns an arbitrary of rows with distinct names and texts that the format can store. */
export function rowsOf(
  localeTags: readonly string[],
  keeps: { descriptions: boolean; states: boolean },
  canCarry: (text: string) => boolean,
  { canName = () => true, identity = (name) => name }: NameRules = {},
): fc.Arbitrary<FileRow[]> {
  const isStorable = (text: string) => !text.includes('\0') && canCarry(text);
  const text = anyText.filter(isStorable);
  const state = keeps.states
    ? fc.constantFrom(
        undefined,
        'translated' as const,
        'needs_review' as const,
        'reviewed' as const,
      )
    : fc.constant(undefined);
  const values = fc
    .tuple(
      ...localeTags.map(() => fc.option(fc.record({ text, state }), { nil: undefined, freq: 4 })),
    )
    .map((found) =>
      found.flatMap((value, at): FileValue[] => {
        if (value === undefined) return [];
        const localeTag = localeTags[at]!;
        return value.state === undefined
          ? [{ localeTag, text: value.text }]
          : [{ localeTag, text: value.text, state: value.state }];
      }),
    );
  const description = keeps.descriptions
    ? fc.option(text, { nil: undefined })
    : fc.constant(undefined);
  const row = fc
    .record({
      name: anyName.filter((one) => isStorable(one) && canName(one)),
      description,
      translatable: fc.option(fc.constant(false as const), { nil: undefined, freq: 1 }),
      values,
    })
    .map(({ name, description: note, translatable, values: found }): FileRow => {
      const made: FileRow = { name, values: found };
      if (note !== undefined) made.description = note;
      if (translatable === false) made.translatable = false;
      return made;
    });
  return fc.uniqueArray(row, { selector: ({ name }) => identity(name), maxLength: 12 });
}
