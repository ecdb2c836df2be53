import { describe, expect, it } from 'vitest';
import { compareNatural, sortNatural } from './apple/xcstrings/order.ts';
import { testConformance } from './conformance.ts';
import { defaultExpected } from './conformance-case.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from './conformance-io.ts';
import { type FilePlural, type FileRow, type FileValue, FormatError } from './format.ts';
import { xcstrings } from './xcstrings.ts';

const base = { sourceLocaleTag: 'en', keySeparator: '.', shape: 'flat' } as const;
const writing = { ...base, label: 'in three locales', localeTags: ['de', 'en', 'pt-BR'] };

const conformance: Parameters<typeof testConformance>[0] = {
  format: xcstrings,
  writings: [writing, { ...base, label: 'in the source locale', localeTags: ['en'] }],
  keeps: { descriptions: true, states: true },
  // A key without a text of the source locale is this text; `translated` stands for `reviewed` too.
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

const encode = (text: string) => new TextEncoder().encode(text);

const read = (file: string, sourceLocaleTag = 'en') =>
  collectRows(xcstrings, inOneChunk(encode(file)), { ...readOptions(writing), sourceLocaleTag });

async function faultOf(file: string): Promise<FormatError> {
  const fault = await rejection(read(file));
  expect(fault, file.slice(0, 200)).toBeInstanceOf(FormatError);
  return fault as FormatError;
}

const TAGS = ['de', 'en', 'fr', 'ru'];

const patch = (
  file: string,
  rows: readonly FileRow[],
  missing: 'keep' | 'remove' = 'remove',
  localeTags: readonly string[] = TAGS,
) =>
  collectPatch(xcstrings, encode(file), rows, {
    ...base,
    localeTags,
    limits: TEST_LIMITS,
    missing,
  });

const write = async (rows: readonly FileRow[], localeTags: readonly string[] = TAGS) =>
  Buffer.from(
    await collectBytes(xcstrings.write(batches(rows), { ...base, localeTags })),
  ).toString();

type Texts = Record<string, string | FileValue>;

const row = (name: string, texts: Texts, more: Partial<FileRow> = {}): FileRow => ({
  name,
  ...more,
  values: Object.entries(texts).map(([localeTag, value]) =>
    typeof value === 'string' ? { localeTag, text: value } : value,
  ),
});

const form = (family: string, category: FilePlural['category'], texts: Texts): FileRow =>
  row(`${family}.${category}`, texts, { plural: { family, category, domain: 'integer' } });

const review = (localeTag: string, text: string): FileValue => ({
  localeTag,
  text,
  state: 'needs_review',
});

const catalog = (strings: unknown) =>
  JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, null, 2).replaceAll(
    '": ',
    '" : ',
  );

const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } });

const forms = (texts: Record<string, string>) => ({
  variations: {
    plural: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, unit(text)])),
  },
});

describe('reading .xcstrings', () => {
  it('takes a key for the text of the source locale if that has no localization', async () => {
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

  it('maps states: new is missing in a target, and needs_review and stale need a review', async () => {
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

  it('reads plurals, devices, both, and substitutions', async () => {
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

  it('warns of variations that it does not know and of stale keys', async () => {
    const file = catalog({
      a: { localizations: { de: { variations: { width: { '20': unit('x') } } } } },
      b: { extractionState: 'stale' },
    });
    const { rows, warnings } = await read(file);
    expect(rows).toEqual([row('a', { en: 'a' }), row('b', { en: 'b' })]);
    expect(warnings).toMatchObject([
      { path: 'width', code: 'rules_skipped' },
      { path: 'b', code: 'keys_stale' },
    ]);
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
  ])('rejects %s and names the place', async (_, file, line, path, part) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line, path });
    expect(fault.message).toContain(part);
  });

  it('answers hostile files soon, and reads one of 12 MB with 600,000 lines', async () => {
    const wide = `{${Array.from({ length: 60_000 }, (_, n) => `"v${n}":{}`).join(',')}}`;
    const nested = `${'{"variations":{"device":{"mac":'.repeat(20)}{}${'}}}'.repeat(20)}`;
    const startMs = performance.now();
    const start = '{"sourceLanguage":"en","strings":{"a":';
    expect((await faultOf(`${start}${wide}}}`)).message).toContain('50000');
    await faultOf(`${start}{"localizations":{"de":${nested}}}}}`);
    const entry = {
      localizations: Object.fromEntries(TAGS.map((tag) => [tag, unit('x'.repeat(60))])),
    };
    const strings = Object.fromEntries(Array.from({ length: 21_500 }, (_, n) => [`k${n}`, entry]));
    const file = catalog(strings);
    expect(file.split('\n').length).toBeGreaterThan(600_000);
    const { rows } = await read(file);
    expect(rows).toHaveLength(21_500);
    expect(rows[0]!.values).toHaveLength(TAGS.length);
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });
});

describe('the order of Xcode', () => {
  it('puts numbers in the order of their values and upper case beside lower case', async () => {
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
});

describe('writing .xcstrings', () => {
  it('has the layout of Xcode', async () => {
    const rows = [
      row(
        '18.title',
        { en: 'Activity', de: review('de', 'Aktivität') },
        { description: 'A "note"' },
      ),
      row('8.title', { en: '8.title' }, { translatable: false }),
      form('files', 'other', { en: '%lld files', ru: '%lld файла' }),
      form('files', 'one', { en: '%lld file' }),
    ];
    expect(await write(rows)).toBe(`{
  "sourceLanguage" : "en",
  "strings" : {
    "8.title" : {
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

  it('writes plurals, devices and substitutions as it reads them', async () => {
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

  it('leaves out a plural without "other", and rejects a text beside plural forms', async () => {
    const file = await write([form('a', 'one', { de: 'eine', en: 'one' }), row('b', { en: 'B' })]);
    expect((await read(file)).rows.map(({ name }) => name)).toEqual(['a', 'b']);
    const fault = await rejection(write([form('a', 'other', { en: 'x' }), row('a', { en: 'y' })]));
    expect(fault).toBeInstanceOf(FormatError);
    expect((fault as FormatError).message).toContain('"a"');
  });
});

describe('patching .xcstrings', () => {
  const file = `{
  "sourceLanguage" : "en",
  "strings" : {
    "8.title" : {
      "comment" : "Kept",
      "extractionState" : "extracted_with_value",
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "needs_review",
            "value" : "Alt"
          }
        },
        "en" : {
          "stringUnit" : {
            "state" : "new",
            "value" : "Old"
          }
        }
      },
      "unknown" : [ 1, { "a" : "b" } ]
    },
    "18.title" : {

    },
    "files" : {
      "localizations" : {
        "en" : {
          "substitutions" : {
            "n" : {
              "argNum" : 2,
              "formatSpecifier" : "llu",
              "variations" : {
                "plural" : {
                  "one" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "a file"
                    }
                  },
                  "other" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%arg files"
                    }
                  }
                }
              }
            }
          },
          "stringUnit" : {
            "state" : "translated",
            "value" : "%@: %#@n@"
          }
        }
      }
    }
  },
  "version" : "1.1"
}`;

  it('changes texts and states and nothing else', async () => {
    const rows = (await read(file)).rows;
    const same = await patch(file, rows);
    expect(same.bytes.toString()).toBe(file);
    const changed = rows.map((own) =>
      own.name === '8.title' ? row('8.title', { de: 'Neu "1"', en: 'New' }) : own,
    );
    const { bytes, report } = await patch(file, changed);
    expect(bytes.toString()).toBe(
      file
        .replace(
          '"needs_review",\n            "value" : "Alt"',
          '"translated",\n            "value" : "Neu \\"1\\""',
        )
        .replace('"Old"', '"New"'),
    );
    expect(report).toEqual({ replaced: 2, inserted: 0, removed: 0, kept: 0, refused: [] });
    const reviewed = rows.map((own) => ({
      ...own,
      values: own.values.map((value) => ({ ...value, state: 'reviewed' as const })),
    }));
    expect((await patch(file, reviewed)).bytes.toString()).toBe(
      file.replace('"needs_review"', '"translated"'),
    );
  });

  it('inserts localizations, plural forms and keys where Xcode puts them', async () => {
    const rows = (await read(file)).rows.map((own) => ({ ...own, values: [...own.values] }));
    const byName = new Map(rows.map((own) => [own.name, own]));
    byName.get('8.title')!.values.push({ localeTag: 'fr', text: 'Titre' });
    byName.get('18.title')!.values.push(review('de', 'Achtzehn'));
    byName.get('files')!.values.push({ localeTag: 'ru', text: '%@: %#@n@' });
    const added = [
      form('files[n]', 'many', { ru: '%arg файлов' }),
      row('files[n].few', { en: 'few files' }),
      row('9.title', { en: 'Nine' }),
      row('zebra', { en: 'zebra' }),
      row('1', { en: 'One' }),
    ];
    const { bytes, report } = await patch(file, [...rows, ...added]);
    expect(report).toEqual({ replaced: 0, inserted: 8, removed: 0, kept: 0, refused: [] });
    const expected = [...rows, ...added]
      .map((own) => ({
        ...own,
        values: own.values.toSorted((a, b) => (a.localeTag < b.localeTag ? -1 : 1)),
      }))
      .sort((a, b) => compareNatural(a.name, b.name));
    const back = (await read(bytes.toString())).rows
      .map((own) => ({
        ...own,
        values: own.values.toSorted((a, b) => (a.localeTag < b.localeTag ? -1 : 1)),
      }))
      .sort((a, b) => compareNatural(a.name, b.name));
    expect(back.map(({ name, values }) => [name, values])).toEqual(
      expected.map(({ name, values }) => [name, values]),
    );
    const text = bytes.toString();
    expect([...text.matchAll(/^ {4}"(.*)" : \{/gm)].map(([, key]) => key)).toEqual([
      '1',
      '8.title',
      '9.title',
      '18.title',
      'files',
      'zebra',
    ]);
    expect(text).toContain(`    "18.title" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "needs_review",
            "value" : "Achtzehn"
          }
        }
      }
    },`);
    expect(text.match(/"argNum" : 2/g)).toHaveLength(2);
    expect(text.match(/"formatSpecifier" : "llu"/g)).toHaveLength(2);
    expect((await patch(text, back)).bytes.toString()).toBe(text);
  });

  it('inserts behind the row before it if the base is in another order', async () => {
    const other = catalog({ b: {}, a: {} });
    const rows = [row('b', { en: 'b' }), row('c', { en: 'C' }), row('a', { en: 'a' })];
    const { bytes } = await patch(other, rows);
    expect([...bytes.toString().matchAll(/^ {4}"(.*)" : /gm)].map(([, key]) => key)).toEqual([
      'b',
      'c',
      'a',
    ]);
  });

  it('keeps the layout of a file in one line', async () => {
    const line =
      '{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{"state":"new"}}}}}}';
    const rows = [row('a', { de: 'A', en: 'a', fr: 'Á' }), row('b', { en: 'b' })];
    const { bytes } = await patch(line, rows);
    expect(bytes.toString()).toBe(
      '{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"A"}},"fr":{"stringUnit":{"state":"translated","value":"Á"}}}},"b":{}}}',
    );
  });

  it('removes texts, localizations and entries, and refuses to leave half a plural', async () => {
    const rows = (await read(file)).rows;
    const without = rows.filter(({ name }) => name !== '18.title' && name !== 'files[n].one');
    const changed = without.map((own) =>
      own.name === '8.title' ? row('8.title', { en: 'Old' }) : own,
    );
    const { bytes, report } = await patch(file, changed);
    expect((await read(bytes.toString())).rows.map(({ name, values }) => [name, values])).toEqual(
      changed.map(({ name, values }) => [name, values]),
    );
    expect(bytes.toString()).toContain('"comment" : "Kept"');
    expect(report).toMatchObject({ removed: 3, refused: [] });
    const half = await patch(
      file,
      rows.filter(({ name }) => name !== 'files[n].other'),
    );
    expect(half.report.refused).toMatchObject([{ path: 'files[n].other', code: 'no_place' }]);
    expect(half.bytes.toString()).toBe(file);
    expect((await patch(file, [])).bytes.toString()).toContain('"strings" : {\n\n  },');
  });

  it('replaces a localization that becomes a plural', async () => {
    const rows = [form('8.title', 'other', { de: '%d Titel' }), row('8.title', { en: 'Old' })];
    const { bytes, report } = await patch(file, rows, 'remove', ['de', 'en']);
    expect(report.refused).toEqual([]);
    expect((await read(bytes.toString())).rows.map(({ name, values }) => [name, values])).toEqual([
      ['8.title', [{ localeTag: 'en', text: 'Old' }]],
      ['8.title.other', [{ localeTag: 'de', text: '%d Titel' }]],
    ]);
    const beside = await patch(file, [form('8.title', 'other', { de: '%d' })], 'keep');
    expect(beside.report.refused).toMatchObject([{ path: '8.title.other', code: 'no_place' }]);
    expect(beside.bytes.toString()).toBe(file);
  });

  it('changes a derived "other" with the form that it repeats', async () => {
    const forms = (many: string) => [
      form('a', 'many', { ru: many }),
      form('a', 'one', { ru: '%d файл' }),
      row('a', { en: 'a' }),
    ];
    const ru = await write(forms('%d файлов'));
    expect(ru.match(/%d файлов/g)).toHaveLength(2);
    expect((await patch(ru, forms('%d файлов'))).bytes.toString()).toBe(ru);
    expect((await patch(ru, forms('файлов: %d'))).bytes.toString()).toBe(
      await write(forms('файлов: %d')),
    );
  });
});
