import { describe, expect, it } from 'vitest';
import { catalog, form, patch, read, review, row, write } from '../../../test/catalogs.ts';
import { compareNatural } from './order.ts';

describe('a patch of an .xcstrings file', () => {
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

  it('changes only texts and states', async () => {
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

  it('adds a localization for a key that is its own text only if the text has a state to store', async () => {
    const keyOnly = catalog({ Save: {} });
    const reviewed = await patch(keyOnly, [
      { name: 'Save', values: [{ localeTag: 'en', text: 'Save', state: 'needs_review' }] },
    ]);
    const { rows } = await read(reviewed.bytes.toString());
    expect(rows.map(({ name, values }) => [name, values])).toEqual([
      ['Save', [{ localeTag: 'en', text: 'Save', state: 'needs_review' }]],
    ]);
    expect((await patch(reviewed.bytes.toString(), rows)).bytes).toEqual(reviewed.bytes);
    const plain = [{ name: 'Save', values: [{ localeTag: 'en', text: 'Save' }] }];
    expect((await patch(keyOnly, plain)).bytes.toString()).toBe(keyOnly);
  });

  it('inserts localizations, plural forms and keys in the order of Xcode', async () => {
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

  it('inserts a key after the preceding row if the base has another order', async () => {
    const other = catalog({ b: {}, a: {} });
    const rows = [row('b', { en: 'b' }), row('c', { en: 'C' }), row('a', { en: 'a' })];
    const { bytes } = await patch(other, rows);
    expect([...bytes.toString().matchAll(/^ {4}"(.*)" : /gm)].map(([, key]) => key)).toEqual([
      'b',
      'c',
      'a',
    ]);
  });

  it('keeps a file on one line', async () => {
    const line =
      '{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{"state":"new"}}}}}}';
    const rows = [row('a', { de: 'A', en: 'a', fr: 'Á' }), row('b', { en: 'b' })];
    const { bytes } = await patch(line, rows);
    expect(bytes.toString()).toBe(
      '{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"A"}},"fr":{"stringUnit":{"state":"translated","value":"Á"}}}},"b":{"extractionState":"manual"}}}',
    );
  });

  it('removes texts, localizations and entries, and does not leave an incomplete plural', async () => {
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

  it('changes a derived "other" together with the form that it repeats', async () => {
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
