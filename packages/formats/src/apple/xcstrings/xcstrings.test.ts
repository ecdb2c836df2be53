import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../scripts/tests/growth.ts';
import {
  base,
  catalog,
  faultOf,
  form,
  forms,
  read,
  review,
  row,
  TAGS,
  unit,
  write,
  writing,
} from '../../../test/catalogs.ts';
import { defaultExpected } from '../../../test/conformance/case.ts';
import { testConformance } from '../../../test/conformance/conformance.ts';
import { rejection } from '../../../test/conformance/io.ts';
import { type FileRow, type FileValue, FormatError } from '../../format.ts';
import { compareNatural, sortNatural } from './order.ts';
import { xcstrings } from './xcstrings.ts';

const conformance: Parameters<typeof testConformance>[0] = {
  format: xcstrings,
  writings: [writing, { ...base, label: 'in the source locale', localeTags: ['en'] }],
  addedMark: /\n *"extractionState" : "manual",/g,
  keeps: { descriptions: true, states: true },
  // Returns the rows that the reader must return. A key without a source text is its own source text, and `reviewed` is
  // read as `translated`.
  expected: (rows, by) =>
    defaultExpected(conformance, rows, by).map(({ description, ...row }) => {
      const values = row.values.map(
        ({ state, ...value }): FileValue =>
          state === 'needs_review' ? { ...value, state } : value,
      );
      if (!values.some(({ localeTag }) => localeTag === 'en')) {
        values.unshift({ localeTag: 'en', text: row.name });
      }
      values.sort((a, b) => Number(b.localeTag === 'en') - Number(a.localeTag === 'en'));
      return description ? { ...row, description, values } : { ...row, values };
    }),
  keepsOrder: () => false,
  fileWith: (raw) =>
    `{
  "sourceLanguage" : "en",
  "strings" : {
    "a" : { "localizations" : { "en" : { "stringUnit" : { "state" : "new", "value" : "${raw}" } } } }
  },
  "version" : "1.0"
}`,
  deepFile: (depth) => ['{"sourceLanguage":"en","strings":', '{"a":'.repeat(depth)],
};

testConformance(conformance);

describe('the reader of .xcstrings', () => {
  it('uses a key as the text of the source locale if it has no localization', async () => {
    const file = catalog({
      'Hello %@': {},
      b: { comment: 'Note', localizations: { en: unit('B'), de: unit('Bé') } },
      c: { shouldTranslate: false, comment: '' },
    });
    expect((await read(file)).rows).toEqual([
      row('Hello %@', { en: 'Hello %@' }),
      row('b', { en: 'B', de: 'Bé' }, { description: 'Note' }),
      row('c', { en: 'c' }, { translatable: false }),
    ]);
  });

  it('maps the state new to a missing target, and needs_review and stale to needs_review', async () => {
    const file = catalog({
      a: {
        localizations: {
          de: unit('neu', 'new'),
          en: unit('A', 'new'),
          fr: unit('x', 'needs_review'),
          it: unit('y', 'stale'),
          pl: unit('z', 'other'),
          ru: { stringUnit: { state: 'translated' } },
        },
      },
    });
    expect((await read(file)).rows).toEqual([
      row('a', { en: 'A', fr: review('fr', 'x'), it: review('it', 'y'), pl: 'z' }),
    ]);
  });

  it('reads variations by plural and device, alone or combined, and substitutions', async () => {
    const file = catalog({
      files: { localizations: { en: forms({ one: '%lld file', other: '%lld files' }) } },
      tap: {
        localizations: {
          en: { variations: { device: { mac: unit('Click'), other: forms({ other: 'Tap %d' }) } } },
        },
      },
      all: {
        localizations: {
          en: {
            ...unit('%#@files@ in %#@size@'),
            substitutions: {
              files: { argNum: 1, formatSpecifier: 'lld', ...forms({ one: 'a', other: '%arg' }) },
              size: { formatSpecifier: '.1f', ...forms({ other: '%arg MB' }) },
            },
          },
        },
      },
    });
    const size = { family: 'all[size]', category: 'other' } as const;
    expect((await read(file)).rows).toEqual([
      form('files', 'one', { en: '%lld file' }),
      form('files', 'other', { en: '%lld files' }),
      row('tap[device=mac]', { en: 'Click' }),
      form('tap[device=other]', 'other', { en: 'Tap %d' }),
      row('all', { en: '%#@files@ in %#@size@' }),
      form('all[files]', 'one', { en: 'a' }),
      form('all[files]', 'other', { en: '%arg' }),
      row('all[size].other', { en: '%arg MB' }, { plural: size }),
    ]);
  });

  it('reads a plural of integers without "other" if no integer has the category "other" in the language', async () => {
    const plural = forms({ one: '%lld plik', many: '%lld plików' });
    const { rows } = await read(catalog({ a: { localizations: { pl: plural } } }));
    expect(rows.map(({ name }) => name)).toEqual(['a', 'a.one', 'a.many']);
    const german = catalog({ a: { localizations: { de: plural } } });
    expect((await faultOf(german)).message).toContain('other');
  });

  it('warns about unknown variations and stale keys', async () => {
    const file = catalog({
      a: { localizations: { de: { variations: { width: { '20': unit('x') } } } } },
      b: { extractionState: 'stale' },
    });
    const { rows, warnings } = await read(file);
    expect(rows).toEqual([row('a', { en: 'a' }), { ...row('b', { en: 'b' }), isStale: true }]);
    expect(warnings).toMatchObject([
      { path: 'width', code: 'rules_skipped' },
      { path: 'b', code: 'keys_stale' },
    ]);
  });

  it('skips nested variations of a substitution, and rejects variations that are nested 60 deep', async () => {
    const nested = (depth: number): object =>
      depth === 0
        ? unit('%arg')
        : { variations: { [depth % 2 ? 'plural' : 'device']: { other: nested(depth - 1) } } };
    const fileOf = (depth: number) => {
      const substitutions = { n: { formatSpecifier: 'lld', ...nested(depth) } };
      return catalog({ a: { localizations: { de: { ...unit('%#@n@'), substitutions } } } });
    };
    const { rows, warnings } = await read(fileOf(3));
    expect(rows.map(({ name }) => name)).toEqual(['a']);
    expect(warnings.map(({ code }) => code)).toEqual(['rules_skipped']);
    expect((await faultOf(fileOf(60))).message).toContain('64 levels');
  });

  const localized = (localization: unknown, tag = 'de') =>
    catalog({ a: { localizations: { [tag]: localization } } });

  it.each([
    ['another source language', catalog({}).replace('"en"', '"fr"'), 2, '', 'sourceLanguage'],
    ['no source language', '{"strings":{}}', 1, '', 'no "sourceLanguage"'],
    ['a source language that is no locale', '{"sourceLanguage":1,"strings":{}}', 1, '', 'locale'],
    ['no strings', '{"sourceLanguage":"en"}', 1, '', 'no "strings"'],
    ['strings as an array', '{"sourceLanguage":"en","strings":[]}', 1, '', 'object'],
    ['an array', '[]', 1, '', 'object'],
    ['an entry that is a text', catalog({ a: 'x' }), 4, 'a', 'object'],
    ['a localization that is an array', localized([]), 6, 'a', 'object'],
    ['a locale that is none', localized({}, '!'), 6, 'a', '"!"'],
    [
      'a locale twice',
      catalog({ a: { localizations: { pt_BR: {}, 'pt-BR': {} } } }),
      7,
      'a',
      'line 6',
    ],
    ['a value that is a number', localized({ stringUnit: { value: 1 } }), 8, 'a', '"value"'],
    ['a plural without other', localized(forms({ one: 'x' })), 8, 'a', 'other'],
    [
      'a text beside variations',
      localized({ ...unit('x'), ...forms({ other: 'y' }) }),
      11,
      'a',
      'both',
    ],
    [
      'a substitution that nothing uses',
      localized({ ...unit('x'), substitutions: { n: forms({ other: 'y' }) } }),
      12,
      'a',
      '%arg',
    ],
    ['a duplicate key', '{"sourceLanguage":"en","strings":{"a":{},\n"a":{}}}', 2, '', '"a"'],
    [
      'a name that two texts have',
      catalog({ 'a.other': {}, a: { localizations: { de: forms({ other: 'x' }) } } }),
      5,
      'a.other',
      'line 4',
    ],
  ])('rejects %s and names the position of the fault', async (_, file, line, path, part) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line, path });
    expect(fault.message).toContain(part);
  });

  it('takes time in proportion to the size of files with many variations and lines', async () => {
    const wide = `{${Array.from({ length: 60_000 }, (_, n) => `"v${n}":{}`).join(',')}}`;
    const nested = `${'{"variations":{"device":{"mac":'.repeat(20)}{}${'}}}'.repeat(20)}`;
    const start = '{"sourceLanguage":"en","strings":{"a":';
    expect((await faultOf(`${start}${wide}}}`)).message).toContain('50000');
    await faultOf(`${start}{"localizations":{"de":${nested}}}}}`);
    const entry = {
      localizations: Object.fromEntries(TAGS.map((tag) => [tag, unit('x'.repeat(60))])),
    };
    const growth = await growthOf(5_500, async (keys) => {
      const names = Array.from({ length: keys }, (_, n) => [`k${n}`, entry]);
      const { rows } = await read(catalog(Object.fromEntries(names)));
      expect(rows).toHaveLength(keys);
      expect(rows[0]!.values).toHaveLength(TAGS.length);
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});

describe('sortNatural', () => {
  it('sorts numbers by value, and upper case next to lower case', async () => {
    const sorted = [
      '%@ files',
      '8.title',
      '18.headerCell.title',
      'apple',
      'Banana',
      'banana split',
    ];
    expect(await sortNatural(sorted.toReversed())).toEqual(sorted);
    const many = Array.from({ length: 10_000 }, (_, n) => `k${(n * 7919) % 10_000}`);
    expect(await sortNatural(many)).toEqual(Array.from({ length: 10_000 }, (_, n) => `k${n}`));
    expect(compareNatural('é', 'e\u0301')).not.toBe(0);
  });

  it('sorts ASCII texts without the collator in the same order as the collator', async () => {
    const part = fc.constantFrom(...'aAbBz_.-~ 019', '00', '10', '·', '\u0301', 'é', '٢', '\t');
    const text = fc.oneof(fc.string({ maxLength: 6 }), fc.string({ unit: part, maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { maxLength: 40 }), async (texts) => {
        expect(await sortNatural(texts)).toEqual(texts.toSorted(compareNatural));
      }),
    );
    const long = ['n', 'n1'].map((start) => start + '0'.repeat(300));
    expect(await sortNatural(long)).toEqual(long.toSorted(compareNatural));
  });
});

describe('the writer of .xcstrings', () => {
  it('uses the layout of Xcode', async () => {
    const rows: FileRow[] = [
      row(
        '18.title',
        { en: 'Activity', de: review('de', 'Aktivität') },
        { description: 'A "note"' },
      ),
      row('8.title', { en: '8.title' }, { translatable: false, isStale: true }),
      { ...form('files', 'other', { en: '%lld files', ru: '%lld файла' }), isStale: true },
      { ...form('files', 'one', { en: '%lld file' }), isStale: true },
    ];
    expect(await write(rows)).toBe(`{
  "sourceLanguage" : "en",
  "strings" : {
    "8.title" : {
      "extractionState" : "stale",
      "shouldTranslate" : false
    },
    "18.title" : {
      "comment" : "A \\"note\\"",
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "needs_review",
            "value" : "Aktivität"
          }
        },
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Activity"
          }
        }
      }
    },
    "files" : {
      "extractionState" : "stale",
      "localizations" : {
        "en" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld file"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld files"
                }
              }
            }
          }
        },
        "ru" : {
          "variations" : {
            "plural" : {
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld файла"
                }
              }
            }
          }
        }
      }
    }
  },
  "version" : "1.0"
}`);
    expect(await write([row('Hello', { en: 'Hello' })])).toContain('    "Hello" : {\n\n    }\n');
    expect(await write([])).toContain('"strings" : {\n\n  },');
  });

  it('writes plurals, devices and substitutions as the reader expects', async () => {
    const rows = [
      row('all', { en: '%#@n@ of %@', de: '%#@n@ von %@' }),
      form('all[n]', 'one', { en: 'a file', de: 'eine' }),
      form('all[n]', 'other', { en: '%arg files', de: '%arg Dateien' }),
      row('b[x]', { en: 'no variable' }),
      row('tap[device=mac]', { en: 'Click' }),
      form('tap[device=other]', 'other', { en: 'Tap %d' }),
      form('п', 'many', { en: 'x', ru: '%d файлов' }),
      form('п', 'one', { en: 'x', ru: '%d файл' }),
      form('п', 'other', { en: 'y' }),
    ];
    const file = await write(rows);
    expect(file).toContain('"formatSpecifier" : "lld"');
    expect(file.match(/%d файлов/g)).toHaveLength(2);
    const back = (await read(file)).rows;
    expect(back).toEqual(rows);
    expect(await write(back)).toBe(file);
  });

  it('leaves out a plural without "other", and rejects a text next to plural forms', async () => {
    const file = await write([form('a', 'one', { de: 'eine', en: 'one' }), row('b', { en: 'B' })]);
    expect((await read(file)).rows.map(({ name }) => name)).toEqual(['a', 'b']);
    const fault = await rejection(write([form('a', 'other', { en: 'x' }), row('a', { en: 'y' })]));
    expect(fault).toBeInstanceOf(FormatError);
    expect((fault as FormatError).message).toContain('"a"');
  });
});
